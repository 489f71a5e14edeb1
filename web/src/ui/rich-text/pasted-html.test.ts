// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { cleanPastedHtml } from './pasted-html.ts';

describe('pasted text', () => {
  it('keeps words and structure of a Word document and loses its looks', () => {
    const word = [
      '<html><head><style>p.MsoNormal{margin:0}</style>' +
        '<!--[if gte mso 9]><xml><o:x>1</o:x></xml><![endif]--></head><body lang=ZH-CN>',
      "<!--StartFragment--><h2 class=MsoTitle align=center style='text-align:center;mso-pagination:none'>" +
        "<span style='font-family:宋体;color:red'>关于<b>期末考试</b>的通知<o:p></o:p></span></h2>",
      "<table class=MsoTable border=1><tr><td width=10 style='width:5pt'><p class=MsoNormal>甲</p></td></tr></table>" +
        '<img src="file:///C:/a.png"><!--EndFragment--></body></html>',
    ].join('\n');
    expect(
      cleanPastedHtml(word)
        .replace(/\s*\n\s*/g, '')
        .trim(),
    ).toBe(
      '<h2 style="text-align: center;"><span>关于<b>期末考试</b>的通知</span></h2><table ' +
        'border="1"><tbody><tr><td width="10"><p>甲</p></td></tr></tbody></table>',
    );
  });

  it('makes lists of what Word only draws as lists', () => {
    const item = (bullet: string, text: string) =>
      `<p class=MsoListParagraph style='margin:0;mso-list:l0 level1 lfo1'><![if !supportLists]><span ` +
      `style='mso-list:Ignore'>${bullet}<span>&nbsp; </span></span><![endif]>${text}</p>`;
    expect(cleanPastedHtml(item('·', '甲') + item('·', '乙') + item('1.', '丙') + item('2.', '丁'))).toBe(
      '<ul><li>甲</li><li>乙</li></ul><ol><li>丙</li><li>丁</li></ol>',
    );
  });

  it('keeps pictures that are in the text itself and no others', () => {
    expect(cleanPastedHtml('<p><img src="data:image/png;base64,AA=="><img src="https://a.cn/track.gif"></p>')).toBe(
      '<p><img src="data:image/png;base64,AA=="></p>',
    );
  });
});
