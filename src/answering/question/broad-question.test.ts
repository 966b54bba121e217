import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBroadQuestion } from './broad-question.ts';

describe('A question that several passages answer together', () => {
  for (const question of [
    'Can I have the fees waived?',
    'And does it apply to children?',
    'Was the plan formalized? Was it?',
    "Isn't the museum open on Sundays?",
    'Could you tell me about spousal support?',
    'Gilt das auch für Kinder?',
    'Est-ce que le musée est ouvert ?',
    '¿Es posible cambiar la fecha?',
    'È possibile cambiare la data?',
    'Posso mudar a data?',
    'Kan ik de datum veranderen?',
    'Czy mogę zmienić datę?',
    'Pot schimba data?',
    'Μπορώ να αλλάξω την ημερομηνία;',
    'Можно ли изменить дату?',
    'Tarihi değiştirmek mümkün mü?',
    'هل يمكن تغيير التاريخ؟',
    'क्या तारीख बदल सकती है?',
    'Tôi có thể đổi ngày không?',
    'เปลี่ยนวันที่ได้ไหม',
    '可以更改日期吗？',
    '日付を変更できますか？',
    '날짜를 바꿀 수 있습니까?',
  ]) {
    it(`asks whether something is so: ${question}`, () => assert.ok(isBroadQuestion(question)));
  }

  for (const question of [
    'How can I update the cluster master?',
    'Please say how to hire a lawyer',
    'Wie kann ich das Passwort ändern?',
    'Comment puis-je changer le mot de passe ?',
    '¿Cómo puedo cambiar la contraseña?',
    '¿Cómo cambiar la contraseña?',
    'Come posso cambiare la password?',
    'Como mudar a senha?',
    'Hoe kan ik het wachtwoord wijzigen?',
    'Jak zmienić hasło?',
    'Cum pot schimba parola?',
    'Как изменить пароль?',
    'Πώς μπορώ να αλλάξω τον κωδικό;',
    'Şifremi nasıl değiştirebilirim?',
    'كيف يمكنني تغيير كلمة المرور؟',
    'मैं पासवर्ड कैसे बदलूँ?',
    'Làm thế nào để đổi mật khẩu?',
    '如何更改密码？',
  ]) {
    it(`asks how to do something: ${question}`, () => assert.ok(isBroadQuestion(question)));
  }
});

describe('A question that one sentence answers', () => {
  for (const question of [
    'Who approves refunds?',
    'How many days of leave do I get?',
    'How did the war begin?',
    'Is it known who built the tower?',
    'Does the report say what it cost?',
    'What was the plan?',
    'Was ist ein Webhook?',
    'Es herrscht Kritik daran, dass welche Fakten fehlen?',
    'Wie hat der Krieg begonnen?',
    'Qu’est-ce que le contrat prévoit ?',
    '¿Quién fue titular como defensa?',
    'Co to jest?',
    'Кто изменил пароль?',
    'Ποιος είναι ο πρόεδρος;',
    'Kim kazandı?',
    'من هو الرئيس؟',
    'पासवर्ड किसने बदला?',
    'Ai đã đổi mật khẩu?',
    '谁更改了密码？',
    '日付はいつですか？',
    'aspirin lowers the risk of stroke',
    'fees',
    '',
  ]) {
    it(`is none of them: “${question}”`, () => assert.ok(!isBroadQuestion(question)));
  }
});
