import {
  ownStudentFile,
  printOwnFile,
  printStudentFile,
  revealStudentFile,
  studentFile,
  type StudentFile,
} from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { pdfAnswer } from '../../kernel/document-answer.ts';
import { documentHandler } from '../../kernel/export-handler.ts';
import { handler, type FileAnswer, type SignedInCall } from '../../kernel/handler.ts';
import { logLook } from '../../kernel/look-log.ts';
import { Refused } from '../../kernel/refused.ts';
import { personalIn, readStudentFile, readVisibleStudent } from './student-file.read.ts';
import { studentFilePdf } from './student-file-pdf.ts';

type Asked = { readonly studentCode: string; readonly day?: string | undefined };

/** The file of a student in the person's scope. */
async function fileOf(call: SignedInCall, { studentCode, day }: Asked, personal: 'masked' | 'whole') {
  const { db } = call.services;
  const row = await readVisibleStudent(db, call.user, call.permission, studentCode);
  if (!row) throw new Refused('STUDENT_FILE_NONE');
  const file = await readStudentFile(db, row, { studentCode, day: day || null, personal });
  if (personal === 'whole') await logLooks(call, file);
  return file;
}

/** The caller's own file, whole; with somebody else's eyes on it (052), that is a look. */
async function ownFile(call: SignedInCall, day: string | undefined): Promise<StudentFile> {
  const { studentCode } = call.user;
  const { db } = call.services;
  const row = studentCode === null ? undefined : await readVisibleStudent(db, call.user, null, studentCode);
  if (studentCode === null || !row) throw new Refused('STUDENT_FILE_NONE');
  const file = await readStudentFile(db, row, { studentCode, day: day || null, personal: 'whole' });
  if (call.session.issuedBy !== null) await logLooks(call, file);
  return file;
}

async function logLooks(call: SignedInCall, file: StudentFile): Promise<void> {
  for (const look of personalIn(file)) await logLook(call, { ...look, own: 'studentCode' });
}

async function printed(call: SignedInCall, file: StudentFile): Promise<FileAnswer> {
  const { rows } = await call.services.db.query<{ name: string }>(
    `select para_value as name from base.parameter where param_code = 'schoolName'`,
  );
  return await pdfAnswer(
    call,
    `学生档案_${file.student.studentNumber}_${file.student.studentName}.pdf`,
    studentFilePdf(file, { school: rows[0]?.name ?? '', at: call.now }),
  );
}

/** The file of a student, now or as of a day (STUDENT-STATUS-05). */
export const studentFileHandlers = [
  handler(studentFile, (asked, call) => fileOf(call, asked, 'masked')),
  handler(revealStudentFile, (asked, call) => fileOf(call, asked, 'whole')),
  handler(ownStudentFile, ({ day }, call) => ownFile(call, day)),
  documentHandler(printStudentFile, async (asked, call) => printed(call, await fileOf(call, asked, 'masked'))),
  documentHandler(printOwnFile, async ({ day }, call) => printed(call, await ownFile(call, day))),
];
