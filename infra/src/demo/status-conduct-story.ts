import { leaveApply } from '@jwxt/contracts/student-application/kinds/leave-apply.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { backFromLeave } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { leaveResult } from '@jwxt/contracts/student-status/conduct/leave-result.resource.ts';
import { appealPunishment, revokePunishment } from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { reward } from '@jwxt/contracts/student-status/conduct/reward.resource.ts';
import { studentGrade } from '@jwxt/contracts/student-status/conduct/student-grade.resource.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoAccounts } from './account.ts';
import { addDays } from './calendar.ts';
import type { DemoStudent, DemoUniversity } from './enrolment.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Rewards, punishments in every state, leave and grades of a few students (STUDENT-STATUS-29, 35, 38, 39), and an
 * adviser of the class of the student who has an account, whom he asks for leave.
 */
export async function tellConduct(
  sender: CommandSender,
  university: DemoUniversity,
  accounts: DemoAccounts,
  now: string,
): Promise<void> {
  const { office, student, studentActor } = accounts;
  const others = university.students.slice(300, 320).filter(({ studentCode }) => studentCode !== student.studentCode);
  const day = (offset: number): string => addDays(now.slice(0, 10), offset);
  const year = university.teachingClasses[0]!.semester.xnxq.slice(0, 9);
  const by = (name: string, actor: Actor, permission: PermissionCode) => ({
    commandId: derivedId(`demo:conduct:${name}`),
    actor,
    permission,
    at: now,
  });
  const keep = async (resource: Pick<typeof reward, 'commands' | 'name'>, at: string, values: Row): Promise<string> =>
    (
      await sender.send(
        resource.commands.create,
        { values: values as never },
        by(`${resource.name}:${at}`, office, `${resource.name}:create` as PermissionCode),
      )
    ).key;

  await appointAdviser(sender, university, accounts);
  for (const [at, { studentCode }] of [student, ...others.slice(0, 3)].entries())
    await keep(reward, String(at), {
      studentCode,
      xnzj: year,
      rewardLevel: '3',
      rewardCategory: at % 2 === 0 ? '6' : '5',
      rewardType: '1',
      rewardName: at % 2 === 0 ? '一等奖学金' : '三好学生',
      rewardGrade: '1',
      rewardWay: '3',
      rewardAmount: at % 2 === 0 ? '2000' : null,
      rewardDate: day(-30),
      awardUnit: '学校',
      documentNumber: null,
      totalPerson: null,
      selfRank: null,
      despitePunishment: '0',
    });
  await tellPunishments(sender, others.slice(4, 10), { office, studentActor, day, by, keep });

  const leave = { leaveType: '2', leaveReason: '家中有事' };
  const [away, back, ill] = others.slice(10, 13) as [DemoStudent, DemoStudent, DemoStudent];
  const during = { beginTime: `${day(-1)} 08:00:00`, endTime: `${day(2)} 18:00:00` };
  await keep(leaveResult as never, 'away', { ...leave, ...during, studentCode: away.studentCode });
  const returned = await keep(leaveResult as never, 'back', {
    ...leave,
    studentCode: back.studentCode,
    beginTime: `${day(-9)} 08:00:00`,
    endTime: `${day(-8)} 12:00:00`,
  });
  await sender.send(backFromLeave, { leaveResultId: returned }, by('back', office, 'leaveResult:back'));
  // So long in all that the semester is advised to be taken off.
  for (const [from, until] of [
    [-30, -5],
    [-3, 20],
  ] as const)
    await keep(leaveResult as never, `ill:${String(from)}`, {
      leaveType: '1',
      leaveReason: '住院治疗',
      studentCode: ill.studentCode,
      beginTime: `${day(from)} 08:00:00`,
      endTime: `${day(until)} 18:00:00`,
    });
  const asked = { beginTime: `${day(3)} 14:00:00`, endTime: `${day(4)} 18:00:00` };
  await sender.send(
    leaveApply.commands.apply,
    {
      applyId: derivedId('demo:conduct:own-leave'),
      studentId: student.studentCode,
      form: { leaveType: '1', leaveReason: '预约了牙科手术', ...asked },
    },
    by('own-leave', studentActor, 'leaveApply:apply'),
  );

  const { bjdm } = rowsOf(university, 'student').find((row) => row['studentCode'] === student.studentCode) ?? {};
  const classmates = rowsOf(university, 'student').filter((row) => row['bjdm'] === bjdm);
  const codes = [student.studentCode, ...classmates.map(({ studentCode }) => String(studentCode)).slice(0, 5)];
  for (const [at, studentCode] of [...new Set(codes)].entries())
    await keep(studentGrade as never, String(at), {
      studentCode,
      xnzj: year,
      gradeLevel: String(Math.min(3, 1 + Math.floor(at / 2))),
      moralScore: String(95 - at),
      studyScore: String(92 - at * 2),
      sportScore: '85',
    });
}

interface Telling {
  readonly office: Actor;
  readonly studentActor: Actor;
  readonly day: (offset: number) => string;
  readonly by: (
    name: string,
    actor: Actor,
    permission: PermissionCode,
  ) => { commandId: string; actor: Actor; permission: PermissionCode; at: string };
  readonly keep: (resource: Pick<typeof reward, 'commands' | 'name'>, at: string, values: Row) => Promise<string>;
}

/** One in each state: to be delivered, within the time for an appeal, appealed against, in force, removed, revoked. */
async function tellPunishments(
  sender: CommandSender,
  students: readonly DemoStudent[],
  { office, studentActor, day, by, keep }: Telling,
): Promise<void> {
  const states = [
    { deliverDate: null, removeDate: null },
    { deliverDate: day(-4), removeDate: null },
    { deliverDate: day(-5), removeDate: null, appealed: true },
    { deliverDate: day(-60), removeDate: null },
    { deliverDate: day(-260), removeDate: day(-40) },
    { deliverDate: day(-90), removeDate: null, revoked: true },
  ] as const;
  for (const [at, { deliverDate, removeDate, ...more }] of states.entries()) {
    const owner = students[at];
    if (!owner) return;
    const before = deliverDate ?? day(-2);
    const key = await keep(punishment as never, String(at), {
      studentCode: owner.studentCode,
      violationType: at % 2 === 0 ? '05' : '03',
      violationDate: addDays(before, -20),
      violationText: at % 2 === 0 ? '多次旷课，经教育不改' : '考试夹带资料',
      punishName: String(1 + (at % 3)),
      months: 6,
      punishDate: addDays(before, -1),
      documentNumber: `校学〔${before.slice(0, 4)}〕${String(at + 11)}号`,
      deliverDate,
      removeDate,
    });
    if ('appealed' in more)
      await sender.send(
        appealPunishment,
        { punishmentId: key, appealText: '所带资料与考试科目无关，请复查。' },
        by(`appeal:${String(at)}`, { ...studentActor, studentCode: owner.studentCode }, 'conduct:own'),
      );
    if ('revoked' in more)
      await sender.send(
        revokePunishment,
        { punishmentId: key, endReason: '经复核事实不清' },
        by(`revoke:${String(at)}`, office, 'punishment:revoke'),
      );
  }
}

function rowsOf({ rows }: DemoUniversity, name: string): readonly Row[] {
  return (rows.find(([resource]) => resource === name)?.[1] ?? []) as readonly Row[];
}

/** A teacher of the unit advises the class of the student who has an account, and holds the role of advisers. */
async function appointAdviser(
  sender: CommandSender,
  university: DemoUniversity,
  { student, teacher }: DemoAccounts,
): Promise<void> {
  const adviser = university.teachers.find(({ dwh }) => dwh === student.dwh);
  const { bjdm } = rowsOf(university, 'student').find((row) => row['studentCode'] === student.studentCode) ?? {};
  const own = rowsOf(university, 'classInfo').find((row) => row['bjdm'] === bjdm);
  if (!adviser || !own) return;
  await sender.load('classInfo', [{ ...own, bzrgh: adviser.gh }]);
  await sender.load('userRole', [{ userName: teacher(adviser).userName, jsbh: '09' }]);
}
