import { randomUUID } from 'node:crypto';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import { asStudent } from './grade-exam-samples.ts';
import { people } from './score-school.ts';
import type { TestApp } from './commands-app.ts';

const envelope = { actor: people.office };
const days = (count: number): string => toDateTimeText(new Date(Date.now() + count * 86_400_000));
const timeValues = (n: number) => ({
  checkName: `核对${String(n)}`,
  beginTime: days(-1),
  endTime: days(1),
  grades: [],
  departmentIds: [],
  editableFields: ['mobile', 'studentName'],
  mustFile: ['studentName'],
  sfqy: '1',
});
async function newTime(t: TestApp, n: number): Promise<string> {
  const values = { ...timeValues(n), endTime: days(0.5) };
  return (await t.accept<{ key: string }>('infoCheckTime.create', { values }, envelope)).key;
}
const photoOf = (studentId: string) => ({
  studentId,
  relationalId: randomUUID(),
  digest: 'a'.repeat(64),
  fileSize: 50_000,
  width: 480,
  height: 640,
});

/** Photos, and the times of checking information. */
export const statusCheckSettings: readonly Setting[] = [
  {
    name: 'studentPhoto',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      photoType: '2',
      checkResult: '0',
      checkOpinion: null,
    }),
    changed: (values) => ({ ...values, checkOpinion: '请补交' }),
  },
  { name: 'infoCheckTime', values: (_t, n) => timeValues(n), changed: (values) => ({ ...values, sfqy: '0' }) },
];

/** What is done with them. */
export const statusCheckSamples: CommandSamples = {
  'studentPhoto.record': {
    prepare: async (t, n) => ({
      payload: { photoType: '1', photos: [photoOf(await newStudent(t, n))] },
      envelope,
    }),
  },
  'studentPhoto.check': {
    async prepare(t, n) {
      const studentId = await newStudent(t, n);
      await t.accept('studentPhoto.record', { photoType: '3', photos: [photoOf(studentId)] }, envelope);
      return { payload: { keys: [`${studentId}/3`], checkResult: '1', checkOpinion: '' }, envelope };
    },
  },
  'infoCheck.confirm': {
    async prepare(t, n) {
      const studentCode = await newStudent(t, n);
      await t.app.services.pool.query('update base.info_check_time set sfqy = $1', ['0']);
      return {
        payload: { checkTimeId: await newTime(t, n) },
        envelope: asStudent(studentCode),
      };
    },
  },
  'infoCheckTime.urge': {
    async prepare(t, n) {
      const studentCode = await newStudent(t, n);
      await t.app.services.pool.query(
        `insert into base.user_account (user_name, name, kind, password_hash, student_code)
         values ($1, '学生', 'student', 'x', $1) on conflict do nothing`,
        [studentCode],
      );
      return { payload: { checkTimeId: await newTime(t, n), studentCodes: [studentCode] }, envelope };
    },
  },
};
