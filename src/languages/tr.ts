import type { LanguagePack } from './pack.ts';

export const tr: LanguagePack = {
  code: 'tr',
  diacritics: 'c:ç g:ğ i:ı ı:i o:ö s:ş u:ü',
  dotlessI: true,
  endingsAfterApostrophe: true,
  stopWords: { lists: ['tur'] },
  stemmer: 'turkish',
  conjunctions: { and: 've|ile', or: 'veya|ya da' },
  negations: 'değil değildir değildi değiller yok yoktur yoktu hayır hiç hiçbir asla olmadan olmaksızın',
  negativeForms:
    '\\p{L}{2,}m[ae](?:d[ıi]|m[ıi][şs]|yor|z|yacak|yecek|yan|yen|d[ae]n)\\p{L}*|\\p{L}{2,}m[ıiuü]yor\\p{L}*',
  abbreviations: { always: 'örn vb' },
  ordinals: { nouns: 'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|yüzyıl' },
  numerals: {
    2: 'iki',
    3: 'üç',
    4: 'dört',
    5: 'beş',
    6: 'altı',
    7: 'yedi',
    8: 'sekiz',
    9: 'dokuz',
    10: 'on',
    20: 'yirmi',
    30: 'otuz',
    40: 'kırk',
    50: 'elli',
    60: 'altmış',
    70: 'yetmiş',
    80: 'seksen',
    90: 'doksan',
    100: 'yüz',
  },
  quantities: 'bin milyon milyar trilyon yarısı yarım üçte dörtte',
  timeWords: 'yüzyıl yüzyılda yılında yıl',
  units: { '%': 'yüzde', $: 'dolar', '€': 'avro euro' },
  questionTypes: {
    time: 'ne zaman|hangi (?:yıl|tarih|ay|yüzyıl|gün)\\p{L}*|kaç yılında',
    number: [
      'kaç|ne kadar|yüzde kaç|kaçıncı|kaçta',
      '(?:fiyatı|ücreti|maliyeti|geliri|gelirleri|satışları|kârı|karı|zararı|gideri|giderleri|vergisi|oranı|tutarı|miktarı|toplamı|sayısı|boyutu|uzunluğu|yüksekliği|genişliği|ağırlığı|mesafesi|nüfusu|yaşı|sıcaklığı|sınırı|maaşı|alanı) (?:nedir|neydi|kaçtır|kaçtı)',
    ],
    person: '^kim|kim tarafından|kimler|kimin|kimi|kime|kimdir|kimdi',
    place: 'nerede|nereye|nereden|nerededir|neresi|neresidir|hangi (?:şehir|ülke|bölge|yer|eyalet)\\p{L}*',
    reason: 'neden|niçin|niye|nedeni|sebebi',
  },
  interrogatives: 'kim|ne zaman|nerede|neden|kaç',
  fillers:
    'gerek gerekir gerekiyor haber hangi kadar kaç kaçta kim kimin lazım mi mu mü mı nasıl ne neden nedir nerede nereye niye niçin sıklıkla var yok zaman önce',
  comparisons: { joins: 'vs\\.?' },
  continuations: { openings: 've|peki|ya', pronouns: 'bu|şu|bunu|bunun|onun|onlar|orada' },
  elaborations:
    'fazla daha ayrıntılı açıkla açıklar mısın mısınız anlat anlatır devam et başka detay örnek örnekler neden niçin niye olmasın lütfen verir misin misiniz',
  smallTalk: {
    greetings: 'merhaba|selam|günaydın|iyi günler|iyi akşamlar|nasılsın|nasılsınız',
    thanks: 'teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağolun',
    farewells: 'hoşça kal|hoşça kalın|güle güle|görüşürüz|iyi geceler',
    help: 'ne yapabilirsin|neler yapabilirsin|ne yapabilirsiniz|ne sorabilirim|sen kimsin|siz kimsiniz|kimsin|nasıl çalışıyor|yardım|bana yardım et|hangi belgeler var',
    remarks:
      'tamam|peki|evet|evet lütfen|hayır|hayır teşekkürler|güzel|iyi|harika|anladım|pardon|gerçekten mi|bu doğru mu|doğru mu|emin misin|emin misiniz|bu yanlış|doğru değil|bu nerede yazıyor|kaynak ne|boş ver',
    rewrites: 'daha kısa|kısaca|özetle|özet|daha basit|başka bir deyişle|bunu çevir',
  },
  replies: {
    toGreeting: 'Merhaba! Bilgi tabanındaki belgeler hakkında dilediğinizi sorabilirsiniz.',
    toThanks: 'Rica ederim.',
    toFarewell: 'Hoşça kalın.',
    toHelp:
      'Soruları bilgi tabanındaki belgelerden yanıtlar, her cümlenin kaynağını gösteririm. Belgelerde yanıt yoksa bunu söylerim. Kendi sözcüklerinizle, her seferinde tek bir şey sorun.',
    toRemark:
      'Her cümleden sonraki numara kaynağına götürür. Devam etmek için neyle ilgili olduğunu belirten bir soru sorun.',
    aboutTopic: '“{topic}” hakkında ne bilmeliyim?',
    refusal: {
      unwritten:
        'Belgelerden alıntı yaparım; dil modeli olmadan özetleyemem, çeviremem ya da yazamam. Tek bir noktayı sorun ya da belgelerin kendisini okuyun.',
      unsure: 'Bu soruya kesin bir yanıt bulamadım. Şu bölümler yardımcı olabilir.',
      unsupported:
        'Bilgi tabanında bu soruya verilecek bir yanıtı destekleyen hiçbir şey yok. Başka sözcükler deneyin, her seferinde tek bir şey sorun ya da konuyu ele alan bir belge ekleyin.',
      unclear:
        'Bilgi tabanında bu soruya, anladığım biçimiyle verilecek bir yanıtı destekleyen hiçbir şey yok. Soruyu, neyle ilgili olduğunu belirterek tam olarak yeniden sorun ya da konuyu ele alan bir belge ekleyin.',
      exhausted:
        'Bilgi tabanında bununla ilgili başka bir şey yok. Tek bir noktayı sorun ya da konuyu ele alan bir belge ekleyin.',
      empty:
        'Yanıt verilebilecek hiçbir belge yok. Bir belge ekleyin ya da filtreyi ve erişiminizi denetleyin, sonra yeniden sorun.',
    },
    beyond: {
      partly: 'Numarasız cümleler bilgi tabanının ötesine geçer.',
      wholly: 'Bilgi tabanı bu konuyu ele almıyor; aşağıdakiler genel bilgiye dayanır.',
      missing: 'Bilgi tabanında yok:',
    },
  },
};
