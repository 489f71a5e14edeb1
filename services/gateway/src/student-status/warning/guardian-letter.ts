import type { WarningResultRow } from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { PdfDocument } from '../../kernel/pdf.ts';
import type { Guardian } from './warning-result.read.ts';

/** Letters to guardians: a page for each student, with everybody whom it is for (STUDENT-STATUS-27, 34). */
export function guardianLetter(
  warnings: readonly WarningResultRow[],
  guardians: readonly Guardian[],
  { schoolName, at, day }: { readonly schoolName: string; readonly at: Date; readonly day: string },
): PdfDocument {
  const document = new PdfDocument({ title: '学籍预警家长通知书', at, foot: schoolName });
  const byStudent = Map.groupBy(guardians, ({ studentCode }) => studentCode);
  for (const [index, row] of warnings.entries()) {
    if (index > 0) document.newPage();
    const those = byStudent.get(row.studentCode) ?? [];
    document.heading('学籍预警家长通知书', schoolName);
    document.space(8);
    document.text(`${those.map(({ name }) => name).join('、') || `${row.studentName}同学的监护人`}：`, { size: 12 });
    document.space(6);
    document.text(
      `您的孩子${row.studentName}（学号 ${row.studentNumber}，${row.departmentName} ${row.administrativeClassName}）` +
        `在${row.semesterName}被列为${row.warningLevelName}。`,
      { size: 12 },
    );
    document.space(4);
    document.text(`原因：${row.reasonText}。`, { size: 12 });
    document.space(4);
    if (row.advice !== '') document.text(`学校的建议：${row.advice}。`, { size: 12 });
    document.space(4);
    document.text('请您与孩子沟通学习情况，督促其按计划完成学业，并与所在院系保持联系。', { size: 12 });
    document.space(16);
    document.text(`${row.departmentName}　${day}`, { size: 12, align: 'right' });
    document.space(16);
    document.table<Guardian>(
      [
        { header: '监护人', width: 18, value: ({ name }) => name },
        { header: '关系', width: 14, value: ({ relation }) => relation },
        { header: '电话', width: 22, value: ({ phone }) => phone },
        { header: '地址', width: 46, value: ({ address }) => address },
      ],
      those.length > 0
        ? those
        : [{ studentCode: row.studentCode, name: '未登记', relation: '', phone: '', address: '' }],
    );
  }
  return document;
}
