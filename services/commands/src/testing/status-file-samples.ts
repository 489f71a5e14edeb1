import { studentLabel } from '@jwxt/contracts/student-status/file/label.resource.ts';
import { newStudent, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';

/** Rows of the file of a student. */
export const statusFileSettings: readonly Setting[] = [
  {
    name: 'studentFamily',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      memberName: '张父',
      relation: '51',
      politicalCode: null,
      workUnit: null,
      duty: null,
      phone: '13800000001',
      isGuardian: '1',
    }),
    changed: (values) => ({ ...values, workUnit: '东海港务公司' }),
  },
  {
    name: 'guardian',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      guardianName: '张母',
      relation: '52',
      phone: '13800000002',
      address: null,
      notifyWay: '1',
    }),
    changed: (values) => ({ ...values, notifyWay: '3' }),
  },
  {
    name: 'studentCertificate',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      certificateType: '4',
      certificateName: '教师资格证',
      certificateNumber: `ZS${n}`,
      issueDate: '2027-06-30',
      issueUnit: '省教育厅',
      electronicNumber: null,
    }),
    changed: (values) => ({ ...values, issueUnit: '市教育局' }),
  },
  {
    name: 'studentLabel',
    values: (_t, n) => ({ labelName: `标签${n}`, labelType: '1', colour: 'blue', autoRule: [], sfqy: '1' }),
    changed: (values) => ({ ...values, colour: 'red' }),
  },
  {
    name: 'studentLabelMember',
    values: async (t, n) => ({
      labelId: await newLabel(t, n),
      studentCode: await newStudent(t, n),
      beginDate: '2027-09-01',
      endDate: null,
    }),
    changed: (values) => ({ ...values, endDate: '2028-06-30' }),
  },
  {
    name: 'temporaryStudent',
    values: (_t, n) => ({
      studentName: `旁听${n}`,
      sexCode: '1',
      temporaryType: '1',
      idType: null,
      idNumber: null,
      sourceSchool: '西山大学',
      bjdm: 'B1',
      beginDate: '2027-09-01',
      endDate: '2028-01-15',
    }),
    changed: (values) => ({ ...values, sourceSchool: '北江大学' }),
  },
];

async function newLabel(t: TestApp, n: number): Promise<string> {
  const { commands } = studentLabel;
  const values = { labelName: `名单标签${n}`, labelType: '1', colour: null, autoRule: [], sfqy: '1' };
  return (await t.accept<{ key: string }>(commands.create.name, { values }, { actor: people.office })).key;
}
