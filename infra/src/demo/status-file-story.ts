import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { temporaryStudent } from '@jwxt/contracts/student-status/file/temporary-student.resource.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoUniversity } from './enrolment.ts';

/** Family names that relatives share with a student are the first character of the student's. */
const relatives = [
  { relation: '51', given: '建国', workUnit: '东海市港务集团', duty: '工程师', guardian: '1' },
  { relation: '52', given: '秀兰', workUnit: '东海市第一中学', duty: '教师', guardian: '0' },
] as const;

/** Family, guardians, certificates and labels of a few students, so that every part of a file has something to show. */
export async function tellStudentFiles(
  sender: CommandSender,
  { students, rows }: DemoUniversity,
  office: Actor,
): Promise<void> {
  const some = students.slice(0, 24);
  await sender.load(
    'studentFamily',
    // Most of the first unit too, whose guardians are told of warnings; of a few nobody is known.
    students
      .filter(({ dwh }, at) => at < some.length || (dwh === students[0]?.dwh && at % 5 !== 0))
      .slice(0, 240)
      .flatMap(({ studentCode, studentName }, at) =>
        relatives.map(({ relation, given, workUnit, duty, guardian }, place) => ({
          familyId: `${studentCode}-${relation}`,
          studentCode,
          memberName: `${studentName.slice(0, 1)}${given}`,
          relation,
          politicalCode: '13',
          workUnit,
          duty,
          phone: `138${String(10_000_000 + at * 10 + place)}`,
          isGuardian: guardian,
          address: guardian === '1' ? `东海市海滨路 ${String(at + 1)} 号` : null,
          notifyWay: guardian === '1' ? '1' : null,
        })),
      ),
  );
  await sender.load(
    'studentCertificate',
    some.slice(0, 8).map(({ studentCode }, at) => ({
      certificateId: `${studentCode}-language`,
      studentCode,
      certificateType: at % 2 === 0 ? '3' : '4',
      certificateName: at % 2 === 0 ? '大学英语四级证书' : '普通话水平测试二级甲等',
      certificateNumber: `DH${String(202_500_001 + at)}`,
      issueDate: '2026-03-01',
      issueUnit: at % 2 === 0 ? '教育部教育考试院' : '省语言文字工作委员会',
    })),
  );
  await sender.load(
    'studentLabelMember',
    some.slice(0, 12).map(({ studentCode }, at) => ({
      labelMemberId: `${studentCode}-label`,
      labelId: ['honours', 'support', 'veteran', 'athlete'][at % 4],
      studentCode,
      beginDate: '2026-09-01',
      // One in three has come to its end.
      endDate: at % 3 === 0 ? '2026-10-31' : null,
    })),
  );
  const classes = (rows.find(([resource]) => resource === 'classInfo')?.[1] ?? []) as readonly { bjdm: string }[];
  const guests = [
    { studentName: '周旁听', sexCode: '1', temporaryType: '1', sourceSchool: '东海职业学院' },
    { studentName: '吴借读', sexCode: '2', temporaryType: '2', sourceSchool: '西山大学' },
  ] as const;
  for (const [at, guest] of guests.entries())
    await sender.send(
      temporaryStudent.commands.create,
      {
        values: {
          ...guest,
          idType: null,
          idNumber: null,
          bjdm: classes[at]?.bjdm ?? '',
          beginDate: '2026-09-01',
          endDate: '2027-07-10',
        },
      },
      {
        commandId: derivedId(`demo:temporary:${String(at)}`),
        actor: office,
        permission: 'temporaryStudent:create',
      },
    );
}
