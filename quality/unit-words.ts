/** Words that follow a number in the test set's languages, in the form used after most numbers. */
const UNITS: Readonly<Record<string, string>> = {
  en: 'million billion thousand percent miles kilometres kilometers km metres meters feet years months days hours minutes yards pounds tons acres points',
  de: 'Millionen Milliarden Prozent Meilen Kilometer Kilometern km Meter Metern Jahre Jahren Monate Tage Stunden Minuten Yards Pfund Tonnen Euro Dollar Punkte',
  es: 'millones mil millas kilómetros km metros años meses días horas minutos yardas dólares toneladas euros puntos',
  ro: 'milioane miliarde mile kilometri km metri ani luni zile ore minute yarzi dolari tone euro puncte',
  ru: 'миллионов миллиона миллиардов тысяч процентов миль километров км метров лет года месяцев дней часов минут ярдов долларов тонн очков',
  el: 'εκατομμύρια δισεκατομμύρια χιλιάδες μίλια χιλιόμετρα μέτρα χρόνια έτη μήνες ημέρες ώρες λεπτά γιάρδες δολάρια τόνους',
  tr: 'milyon milyar bin mil kilometre km metre yıl ay gün saat dakika yard dolar ton puan',
  ar: 'مليون مليار ألف ميل كيلومتر متر عام عاماً سنة شهر يوم ساعة دقيقة ياردة دولار طن نقطة',
  hi: 'मिलियन बिलियन लाख करोड़ मील किलोमीटर मीटर साल वर्ष महीने दिन घंटे मिनट गज डॉलर टन प्रतिशत अंक',
  th: 'ล้าน พันล้าน ไมล์ กิโลเมตร เมตร ปี เดือน วัน ชั่วโมง นาที หลา ดอลลาร์ ตัน เปอร์เซ็นต์ คะแนน ครั้ง',
  vi: 'triệu tỷ nghìn dặm kilômét km mét năm tháng ngày giờ phút yard tấn điểm',
  zh: '万 亿 英里 公里 米 年 个月 天 小时 分钟 码 美元 吨 分 人',
};

export function unitsOf(language: string): readonly string[] {
  return UNITS[language]?.split(' ') ?? [];
}

/** Full names of the months as in dates; none when months are numbers. */
export function monthsOf(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2024, month, 15));
    return parts.find(({ type }) => type === 'month')!.value;
  });
  return names.every((name) => /^[\p{L}\p{M}]{2,}(?: \S+)?$/u.test(name)) && language !== 'zh' ? names : [];
}
