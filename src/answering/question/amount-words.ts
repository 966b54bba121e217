/** Nouns whose value is a number, each a regular expression. */
const EN =
  'revenues?|incomes?|earnings|sales|turnover|costs?|prices?|fees?|charges?|rates?|ratio|tax(?:es)?|profits?|loss(?:es)?|margins?|expenses?|expenditures?|salary|salaries|wages?|bonus|budget|payments?|dividends?|debt|assets|liabilities|equity|cash flows?|amount|quantity|totals?|sum|balance|value|shares?|percentage|proportion|fraction|number|count|size|length|width|height|depth|weight|distance|(?:land|surface|total|floor) area|volume|capacity|speed|temperature|population|age|lifespan|duration|frequency|score|limit|maximum|minimum|threshold|quota|discount|penalty|deductible|premium|growth|increase|decrease|overhead|timeout';
const OWNER_EN =
  "(?:the|its|their|his|her|our|my|your|this|(?:[\\p{L}\\p{N}.&-]+ ){0,3}[\\p{L}\\p{N}.&-]+(?:[’']s|s[’']))";
/** What may follow a noun phrase, or the part of one that ends in its head. */
const END_EN =
  '(?= (?:in|of|for|at|on|to|from|by|per|as|during|over|under|between|before|after|that|when|if|did|does|do|is|was|are|were|has|have|had|paid|attributable|each|every|last|this|\\p{N}+)(?!\\p{L})|[?,.;(]|\\s*$)';
const NO_PHRASE_EN =
  '(?:of|in|for|at|on|to|from|by|with|over|and|or|that|which|who|between|about|than|i|you|we)';

/**
 * Questions for an amount that only say "what": expressions of whole words. The noun must be the head of the phrase
 * after "what is the …", since a price is a number and a price list is not.
 */
export const AMOUNT_QUESTIONS: readonly string[] = [
  `what(?:[’']s| is| was| are| were| will be| would be) ${OWNER_EN}(?: (?!${NO_PHRASE_EN} )[\\p{L}\\p{N}.&’'()/-]+){0,7}? (?:${EN})${END_EN}`,
  `(?:what|which) (?:\\p{L}+ ){0,2}(?:${EN}) (?:did|does|do|has|have|had|was|were|is|are)`,
  'was kostet\\p{L}*|(?:wie lautet|was (?:ist|war|sind|waren)|welche[rsn]?(?: (?:ist|war|sind|waren))?) (?:(?:der|die|das|den|dem) )?(?:\\p{L}+ )?\\p{L}*(?:preis|kosten|gebühr(?:en)?|umsatz|umsätze|gewinn|verlust|einkommen|einnahmen|ausgaben|steuersatz|betrag|anzahl|summe|anteil|größe|länge|höhe|breite|gewicht|entfernung|bevölkerung|einwohnerzahl|alter|temperatur|grenze|gehalt|frist)',
  '(?:cuál(?:es)?|qué) (?:es |fue |era |son |fueron |eran )?(?:(?:el|la|los|las|su|sus) )?(?:\\p{L}+ )?(?:precio|costo|coste|tarifa|cuota|ingresos?|ventas|beneficios?|ganancias?|pérdidas?|gastos?|impuestos?|tasa|importe|monto|total|tamaño|longitud|altura|anchura|peso|distancia|población|edad|temperatura|límite|salario|sueldo|superficie)',
  'care (?:este|e|era|a fost|sunt|au fost) (?:prețul|costul|costurile|taxa|tariful|venitul|veniturile|vânzările|profitul|pierderea|cheltuielile|suma|totalul|mărimea|dimensiunea|lungimea|înălțimea|greutatea|distanța|populația|vârsta|temperatura|limita|salariul|suprafața|rata)',
  'как(?:ов|ова|ово|овы|ой|ая|ое|ие) (?:был[аои]? )?(?:\\p{L}+ )?(?:цена|стоимость|плата|доход|доходы|выручка|прибыль|убыток|расходы|налог|ставка|сумма|размер|длина|высота|ширина|вес|расстояние|население|численность|возраст|температура|предел|лимит|зарплата|площадь)',
  '(?:ποι(?:ος|α|ο|οι|ες)|τι) (?:είναι |ήταν )?(?:(?:ο|η|το|τα|οι) )?(?:\\p{L}+ )?(?:τιμή|κόστος|αμοιβή|τέλος|έσοδα|πωλήσεις|κέρδος|κέρδη|ζημία|δαπάνες|φόρος|ποσό|σύνολο|μέγεθος|μήκος|ύψος|βάρος|απόσταση|πληθυσμός|ηλικία|θερμοκρασία|όριο|μισθός|έκταση)',
  '(?:fiyatı|ücreti|maliyeti|geliri|gelirleri|satışları|kârı|karı|zararı|gideri|giderleri|vergisi|oranı|tutarı|miktarı|toplamı|sayısı|boyutu|uzunluğu|yüksekliği|genişliği|ağırlığı|mesafesi|nüfusu|yaşı|sıcaklığı|sınırı|maaşı|alanı) (?:nedir|neydi|kaçtır|kaçtı)',
  'ما (?:هو |هي |كان |كانت )?(?:سعر|السعر|تكلفة|التكلفة|رسوم|الرسوم|صافي|إيرادات|الإيرادات|دخل|الدخل|مبيعات|ربح|أرباح|خسارة|مصروفات|ضريبة|معدل|مبلغ|إجمالي|مجموع|حجم|طول|ارتفاع|عرض|وزن|مسافة|المسافة|سكان|عمر|درجة حرارة|حد|راتب|مساحة)',
  '(?:कीमत|मूल्य|लागत|शुल्क|आय|राजस्व|बिक्री|लाभ|मुनाफा|हानि|खर्च|दर|राशि|कुल|आकार|लंबाई|ऊंचाई|ऊँचाई|चौड़ाई|वजन|दूरी|जनसंख्या|आबादी|आयु|उम्र|तापमान|सीमा|वेतन|क्षेत्रफल) क्या',
  '(?:giá|chi phí|phí|doanh thu|thu nhập|lợi nhuận|lỗ|thuế|tỷ lệ|số tiền|tổng số|kích thước|chiều dài|chiều cao|chiều rộng|trọng lượng|khoảng cách|dân số|tuổi|nhiệt độ|giới hạn|lương|diện tích)(?: \\p{L}+){0,8} là gì',
  "(?:quel(?:le)?s? (?:est|était|sont|étaient|fut|a été)) (?:(?:le|la|les|son|sa|ses) |l['’])?(?:\\p{L}+ )?(?:prix|coût|tarif|revenus?|chiffre d['’]affaires|ventes|bénéfices?|pertes?|dépenses|impôt|taux|montant|total|taille|longueur|hauteur|largeur|poids|distance|population|âge|température|limite|salaire|superficie)",
];
