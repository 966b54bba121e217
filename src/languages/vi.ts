import type { LanguagePack } from './pack.ts';

export const vi: LanguagePack = {
  code: 'vi',
  stopWords: { lists: ['vie'] },
  conjunctions: { and: 'và', or: 'hoặc|hay' },
  negations: 'không chưa chẳng đừng chả',
  numerals: { 2: 'hai', 3: 'ba', 4: 'bốn', 6: 'sáu', 7: 'bảy', 8: 'tám', 9: 'chín', 10: 'mười' },
  quantities: 'năm trăm nghìn ngàn triệu tỷ nửa',
  timeWords: 'năm thế kỷ',
  questionTypes: {
    time: 'khi nào|bao giờ|(?:năm|ngày|tháng|thế kỷ) nào|lúc nào',
    number: [
      'bao nhiêu|bao lâu|bao xa|mấy',
      '(?:giá|chi phí|phí|doanh thu|thu nhập|lợi nhuận|lỗ|thuế|tỷ lệ|số tiền|tổng số|kích thước|chiều dài|chiều cao|chiều rộng|trọng lượng|khoảng cách|dân số|tuổi|nhiệt độ|giới hạn|lương|diện tích)(?: \\p{L}+){0,8} là gì',
    ],
    person: 'ai (?:là|đã|được|có|sẽ)|(?:là|của|bởi|cho) ai|người nào',
    place: 'ở đâu|đâu|(?:thành phố|nước|quốc gia|nơi|vùng|bang) nào',
    reason: 'tại sao|vì sao|lý do|nguyên nhân',
  },
  interrogatives: 'ai|khi nào|ở đâu|tại sao|bao nhiêu',
  fillers: 'ai bao gì lâu mấy nhiêu nào sao đâu',
  continuations: { openings: 'còn|và', pronouns: 'nó|họ|này|đó' },
  elaborations: 'thêm rõ hơn chi tiết giải thích tiếp tục còn ví dụ thể cho biết nói vui lòng',
  smallTalk: {
    greetings: 'xin chào|chào|chào bạn|bạn khỏe không|chào buổi sáng',
    thanks: 'cảm ơn|cám ơn|cảm ơn bạn|cảm ơn nhiều',
    farewells: 'tạm biệt|hẹn gặp lại|chúc ngủ ngon',
    help: 'bạn có thể làm gì|bạn làm được gì|tôi có thể hỏi gì|bạn là ai|cái này hoạt động thế nào|trợ giúp|giúp tôi|bạn có tài liệu nào|bạn có những tài liệu nào',
    remarks:
      'ok|được|vâng|dạ|có|không|không cảm ơn|tốt|rất tốt|tuyệt|hiểu rồi|tôi hiểu|xin lỗi|thật không|đúng không|có đúng không|bạn có chắc không|sai rồi|không đúng|điều đó được viết ở đâu|nguồn là gì',
    rewrites: 'ngắn hơn|ngắn gọn|tóm tắt|tóm lại|đơn giản hơn|nói cách khác|dịch đi',
  },
  replies: {
    toGreeting: 'Xin chào! Hãy hỏi tôi bất cứ điều gì về tài liệu trong cơ sở tri thức.',
    toThanks: 'Không có gì.',
    toFarewell: 'Tạm biệt.',
    toHelp:
      'Tôi trả lời câu hỏi dựa trên tài liệu trong cơ sở tri thức và cho biết nguồn của từng câu. Nếu tài liệu không có câu trả lời, tôi nói rõ. Hãy hỏi bằng lời của bạn, từng điều một.',
    toRemark: 'Con số sau mỗi câu dẫn đến nguồn của nó. Để tiếp tục, hãy đặt câu hỏi nêu rõ về điều gì.',
    aboutTopic: 'Tôi cần biết gì về “{topic}”?',
    refusal: {
      unwritten:
        'Tôi trích dẫn tài liệu; không có mô hình ngôn ngữ thì tôi không thể tóm tắt, dịch hay viết. Hãy hỏi về một điểm cụ thể, hoặc đọc chính các tài liệu.',
      unsure: 'Không tìm thấy câu trả lời chắc chắn cho câu hỏi này. Những đoạn sau có thể giúp ích.',
      unsupported:
        'Không có nội dung nào trong cơ sở tri thức hỗ trợ câu trả lời cho câu hỏi này. Hãy thử dùng từ khác, hỏi từng điều một, hoặc thêm tài liệu liên quan.',
      unclear:
        'Không có nội dung nào trong cơ sở tri thức hỗ trợ câu trả lời cho câu hỏi này theo cách tôi hiểu. Hãy hỏi lại thành câu hỏi đầy đủ, nêu rõ về điều gì, hoặc thêm tài liệu liên quan.',
      exhausted:
        'Cơ sở tri thức không nói gì thêm về điều này. Hãy hỏi về một điểm cụ thể, hoặc thêm tài liệu liên quan.',
      empty:
        'Không có tài liệu nào để trả lời. Hãy thêm tài liệu, hoặc kiểm tra bộ lọc và quyền truy cập của bạn, rồi hỏi lại.',
    },
    beyond: {
      partly: 'Những câu không có số nằm ngoài cơ sở tri thức.',
      wholly: 'Cơ sở tri thức không có nội dung này; phần sau đây dựa trên kiến thức chung.',
      missing: 'Không có trong cơ sở tri thức:',
    },
  },
};
