"""A text in many languages, from which small tokenizers learn their pieces."""

LEARN = """
L'homme que j'ai vu hier n'habite plus ici. Qu'est-ce qu'il fait aujourd'hui ? Va-t-il venir demain ?
Le petit chat noir dort sur la table, et la petite souris blanche mange le fromage de la voisine.
Je ne sais pas s'il a compris ce que l'on disait : « Donne-le-moi, va-t'en, et n'y pense plus ! »
The keys to the cabinet are on the table. She didn't give him the book, and they won't find it in John's room.
We're sure that you've seen 1,000.5 birds; he'll tell what he'd like, and I'm waiting for the answer.
Die Katze schläft unter dem großen Tisch, während der Hund draußen bellt. Straße, Füße, Äpfel.
La niña pequeña come una manzana roja y el perro negro corre por la calle mañana.
Il gatto nero dorme sul tavolo e l'uomo legge un libro nella città antica.
Кошка спит на столе, а собака бежит по улице. Я не знаю, что сказать.
Η γάτα κοιμάται στο τραπέζι και ο σκύλος τρέχει στον δρόμο.
猫在桌子上睡觉。狗在街上跑。我不知道该说什么。
猫はテーブルの上で寝ている。犬は通りを走る。
고양이가 책상 위에서 자고 있다. 개가 거리를 달린다.
القطة تنام على الطاولة والكلب يركض في الشارع.
החתול ישן על השולחן והכלב רץ ברחוב.
बिल्ली मेज़ पर सो रही है और कुत्ता सड़क पर दौड़ रहा है।
แมวนอนอยู่บนโต๊ะ และสุนัขวิ่งบนถนน
Kedi masanın üstünde uyuyor; İstanbul'da kış soğuk geçiyor.
""" * 3
