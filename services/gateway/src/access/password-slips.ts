import type { IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import { PdfDocument } from '../kernel/pdf.ts';

const PER_PAGE = 5;
const CUT = '- '.repeat(70);

/**
 * Slips with first passwords, to be cut apart, folded inwards and sealed: who it is for stands outside, the password
 * within.
 */
export function passwordSlips(slips: readonly IssuedPassword[], at: Date): PdfDocument {
  const paper = new PdfDocument({ title: '初始密码条', at, foot: '裁开后向内对折封口，交本人；密码首次登录时须修改' });
  for (const [index, { userName, name, departmentName, password }] of slips.entries()) {
    if (index > 0 && index % PER_PAGE === 0) paper.newPage();
    paper.facts(
      [
        ['姓名', name],
        ['单位', departmentName],
      ],
      2,
    );
    paper.space(18);
    paper.text('— 沿此线向内对折 —', { size: 8, align: 'center', colour: '#66717F' });
    paper.space(18);
    paper.text(`账号  ${userName}`, { size: 12 });
    paper.text(`初始密码  ${password}`, { size: 14, weight: 'bold' });
    paper.text('首次登录后须修改密码。请勿告诉他人。', { size: 9, colour: '#66717F' });
    paper.space(6);
    paper.text(CUT, { size: 8, oneLine: true, colour: '#66717F' });
    paper.space(8);
  }
  return paper;
}
