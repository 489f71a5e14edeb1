import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { StudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { PdfDocument } from '../../kernel/pdf.ts';

/** What stands where a value of that day is not known. */
const UNKNOWN = '（未记录）';
const state = { effected: '', toCome: '（未生效）', cancelled: '（已撤销）' } as const;

/** A student's file on paper (STUDENT-STATUS-05). */
export function studentFilePdf(file: StudentFile, { school, at }: { school: string; at: Date }): PdfDocument {
  const { student, day } = file;
  const printed = toDateTimeText(at);
  const pdf = new PdfDocument({
    title: `学生档案 ${student.studentNumber} ${student.studentName}`,
    at,
    foot: `${school} · 学生档案 · ${student.studentNumber} ${student.studentName} · ${printed}`,
  });
  pdf.heading(school, day === null ? '学生档案' : `学生档案（${day}）`);
  for (const { title, values } of file.groups) {
    pdf.text(title, { weight: 'bold', size: 11 });
    pdf.facts(
      values
        .filter(({ value, known }) => value !== '' || !known)
        .map(({ label, value, known }): readonly [string, string] => [label, known ? value : UNKNOWN]),
      2,
    );
    pdf.space(4);
  }
  if (file.labels.length > 0)
    pdf.text(`学生标签：${file.labels.map(({ labelName }) => labelName).join('、')}`, { size: 9 });
  if (file.family.length > 0) {
    pdf.text('家庭成员', { weight: 'bold', size: 11 });
    pdf.table(
      [
        { header: '姓名', width: 3, value: (row) => row.memberName },
        { header: '关系', width: 3, value: (row) => row.relationName },
        { header: '工作单位', width: 6, align: 'left', value: (row) => row.workUnit },
        { header: '职务', width: 3, value: (row) => row.duty },
        { header: '联系电话', width: 4, value: (row) => row.phone },
        { header: '监护人', width: 2, value: (row) => (row.isGuardian === yesNo.yes ? '是' : '') },
      ],
      file.family,
      { size: 8 },
    );
  }
  pdf.text('教育与学籍经历', { weight: 'bold', size: 11 });
  pdf.table(
    [
      { header: '生效日期', width: 3, value: (row) => row.effectiveDate },
      { header: '事项', width: 4, value: (row) => `${row.changeName}${state[row.state]}` },
      { header: '学籍状态', width: 3, value: (row) => row.statusName },
      { header: '年级专业', width: 6, align: 'left', value: (row) => row.gradeMajorName },
      { header: '行政班', width: 5, align: 'left', value: (row) => row.administrativeClassName },
    ],
    file.history,
    { size: 8 },
  );
  if (file.certificates.length > 0) {
    pdf.text('证书', { weight: 'bold', size: 11 });
    pdf.table(
      [
        { header: '类型', width: 3, value: (row) => row.certificateTypeName },
        { header: '名称', width: 6, align: 'left', value: (row) => row.certificateName },
        { header: '编号', width: 6, value: (row) => row.certificateNumber },
        { header: '发证日期', width: 3, value: (row) => row.issueDate },
      ],
      file.certificates,
      { size: 8 },
    );
  }
  if (day !== null)
    pdf.text(`班级与学籍状态为该日的情况；标为${UNKNOWN}的项目，该日的内容没有记录。`, { size: 8, colour: '#55606E' });
  pdf.signatures(['经办人', '教务处（章）']);
  return pdf;
}
