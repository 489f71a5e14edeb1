import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { generateRegistrations, registerClasses } from '@jwxt/contracts/student-status/term/registration.operations.ts';
import {
  backupDay,
  payment,
  registration,
  registrationTime,
} from '@jwxt/contracts/student-status/term/term.resource.ts';
import { registerStatus, registerWay } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import { addDays, at, type DemoSemester } from './calendar.ts';
import type { DemoStudent, DemoUniversity } from './enrolment.ts';

const AT_ONCE = 50;
const TUITION = '0102';

/**
 * Tells of a semester's registration (STUDENT-STATUS-03, 04, 24): most classes are registered, one is put off, one
 * refused, one came by the green channel, the class of the student with an account still has time; some owe; the day of
 * the return is frozen.
 */
export async function tellStatusTerm(
  sender: CommandSender,
  {
    office,
    student,
    university,
  }: { readonly office: Actor; readonly student: DemoStudent; readonly university: DemoUniversity },
  current: DemoSemester,
  now: string,
): Promise<void> {
  const send = (what: string, permission: PermissionCode, instant: string) => ({
    commandId: derivedId(`demo:status-term:${what}`),
    actor: office,
    permission,
    at: instant,
  });
  const make = async (what: string, { name, commands }: Resource, values: WireRow, day: number): Promise<string> => {
    const instant = at(current.ksrq, day, '09:00:00');
    return (await sender.send(commands.create, { values }, send(what, `${name}:create`, instant))).key;
  };
  const today = now.slice(0, 10);
  await make(
    'time',
    registrationTime,
    {
      semesterId: current.xnxq,
      beginTime: `${addDays(current.ksrq, -3)} 08:00:00`,
      endTime: `${addDays(today, 14)} 23:59:59`,
      sfqy: '1',
    },
    -10,
  );

  const others = university.students.filter(({ njzydm }) => njzydm !== student.njzydm).slice(0, 6);
  const owe = async (who: DemoStudent, payAmountFee: string, reduceAmount: string | null) =>
    await make(
      `payment:${who.studentCode}`,
      payment,
      {
        xnzj: current.xnzj,
        studentCode: who.studentCode,
        expenseCategoryCode: TUITION,
        payableAmount: '5200',
        reduceAmount,
        payAmountFee,
        payTime: payAmountFee === '0' ? null : `${addDays(current.ksrq, -5)} 10:00:00`,
      },
      -4,
    );
  for (const [index, who] of [student, ...others].entries())
    await owe(who, ['5200', '0', '2000', '5200', '1200', '5200', '5200'][index] ?? '5200', index === 4 ? '4000' : null);

  const decided = async (who: DemoStudent | undefined, values: WireRow) => {
    if (!who) return;
    await make(
      `decided:${who.studentCode}`,
      registration,
      {
        semesterId: current.xnxq,
        studentCode: who.studentCode,
        registerWay: null,
        greenChannel: '0',
        delayReason: null,
        delayTo: null,
        refuseReason: null,
        ...values,
      },
      1,
    );
  };
  const { delayed, refused, registered } = registerStatus;
  await decided(others[0], { registerStatus: registered, registerWay: registerWay.onSite, greenChannel: '1' });
  await decided(others[1], {
    registerStatus: delayed,
    delayReason: '学费未缴清，申请分期',
    delayTo: addDays(today, 20),
  });
  await decided(others[2], { registerStatus: refused, refuseReason: '超过最长学习年限' });
  const rows = (university.rows.find(([resource]) => resource === 'student')?.[1] ?? []) as readonly {
    readonly studentCode: string;
    readonly bjdm: string;
  }[];
  const classOf = new Map(rows.map(({ studentCode, bjdm }) => [studentCode, bjdm]));
  const open = new Set([classOf.get(student.studentCode), rows.at(-1)?.bjdm]);
  // The class of who was put off is registered one by one.
  open.add(classOf.get(others[1]?.studentCode ?? ''));
  const classes = [...new Set(rows.map(({ bjdm }) => bjdm))].filter((bjdm) => !open.has(bjdm));
  for (let from = 0; from < classes.length; from += AT_ONCE)
    await sender.send(
      registerClasses,
      { semesterId: current.xnxq, classes: classes.slice(from, from + AT_ONCE) },
      send(`classes:${String(from)}`, 'registration:batchRegister', at(current.ksrq, 2, '10:00:00')),
    );
  await sender.send(
    generateRegistrations,
    { semesterId: current.xnxq },
    send('list', 'registration:generate', at(current.ksrq, 3, '10:00:00')),
  );

  const day = today > `${today.slice(0, 4)}-09-30` ? `${today.slice(0, 4)}-09-30` : addDays(today, -7);
  const taken = await make(
    'backup:taken',
    backupDay,
    { backupName: `高基报表 ${day}`, backupDate: day, reportType: '1' },
    5,
  );
  await make(
    'backup:to-come',
    backupDay,
    { backupName: '下学期初', backupDate: addDays(current.jsrq, 30), reportType: '2' },
    5,
  );
  await sender.send(
    startLongJob,
    {
      kind: 'backupDayRun',
      title: `备份日：高基报表 ${day}`,
      payload: { backupDayId: taken },
      items: [{ itemKey: taken, itemName: `高基报表 ${day}` }],
    },
    send('backup:run', 'backupDay:run', now),
  );
}
