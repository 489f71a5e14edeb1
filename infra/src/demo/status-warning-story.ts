import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { warnStudent } from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import {
  revokeWarning,
  sendWarnings,
  tellGuardians,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import {
  confirmWarnings,
  exemptWarnings,
  publishWarningScheme,
  startWarnings,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { statusWarningScheme } from '@jwxt/contracts/student-status/warning/warning.resource.ts';
import { courseWarnReason } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoAccounts } from './account.ts';
import type { DemoSemester } from './calendar.ts';
import type { DemoStudent, DemoUniversity } from './enrolment.ts';

const RULES = ['XFBZ-2', 'XFBZ-3', 'BJGXF-3', 'BJGXF-4', 'JDGD-2', 'LXYJ-4', 'WZC-3', 'CNX-4'];
const AT_ONCE = 200;
/** How often and how long the computation is waited for. */
const [LOOKS, LOOK_MS] = [12, 500];

/**
 * Tells of a semester's warnings (STUDENT-STATUS-26…28, 30): one unit has confirmed, sent and told guardians, one has
 * confirmed, one has exempted everybody, the others wait; a warning is taken back; a teacher warns in two classes.
 */
export async function tellStatusWarnings(
  sender: CommandSender,
  accounts: DemoAccounts,
  { students, teachingClasses }: DemoUniversity,
  current: DemoSemester,
): Promise<void> {
  const { office, student } = accounts;
  const by = (what: string, permission: PermissionCode, actor: Actor = office) => ({
    commandId: derivedId(`demo:status-warning:${what}`),
    actor,
    permission,
  });
  const schemeOf = async (what: string, schemeName: string) =>
    (
      await sender.send(
        statusWarningScheme.commands.create,
        { values: { schemeName, semesterId: current.xnxq, rules: RULES, departmentIds: [], runTime: null } },
        by(`scheme:${what}`, 'statusWarningScheme:create'),
      )
    ).key;
  await schemeOf('end', `${current.xnxqmc}期末预警`);
  const key = await schemeOf('middle', `${current.xnxqmc}学籍预警`);
  await sender.send(
    publishWarningScheme,
    { key, publishStatus: publishStatus.published },
    by('publish', 'statusWarningScheme:publish'),
  );
  await sender.send(startWarnings, { warningSchemeId: key }, by('compute', 'initialList:compute'));

  const lines = (some: readonly DemoStudent[]) =>
    some.slice(0, AT_ONCE).map(({ studentCode }) => derivedId(`${key}:${studentCode}:warning`));
  const results = (some: readonly DemoStudent[]) => lines(some).map((line) => derivedId(`${line}:result`));
  const units = [...new Set([student.dwh, ...students.map(({ dwh }) => dwh)])];
  const [first = [], second = [], third = []] = units.slice(0, 3).map((unit) => {
    const others = students.filter((one) => one.dwh === unit && one.studentCode !== student.studentCode);
    return unit === student.dwh ? [student, ...others] : others;
  });
  for (let look = 1; look <= LOOKS; look += 1) {
    await pause(LOOK_MS);
    const { changed } = await sender.send(
      confirmWarnings,
      { keys: lines(first) },
      by(`confirm:${String(look)}`, 'initialList:confirm', accounts.clerk(student.dwh)),
    );
    if (changed > 0) break;
  }
  if (second.length > 0)
    await sender.send(confirmWarnings, { keys: lines(second) }, by('second', 'initialList:confirm'));
  if (third.length > 0)
    await sender.send(
      exemptWarnings,
      { keys: lines(third), exemptSign: '1', exemptReason: '学院集中实习，成绩与注册稍后补办' },
      by('exempt', 'initialList:exempt'),
    );
  const told = results(first);
  await sender.send(sendWarnings, { keys: told }, by('send', 'statusWarningResult:send'));
  await sender.send(
    tellGuardians,
    { keys: told.slice(0, AT_ONCE / 2) },
    by('guardians', 'statusWarningResult:tellGuardians'),
  );
  // Whoever of the second unit comes first on the list is taken back, where somebody is.
  for (const result of results(second).slice(0, 1))
    await sender
      .send(revokeWarning, { key: result, revokeReason: '已办理暂缓注册' }, by('revoke', 'statusWarningResult:revoke'))
      .catch(() => undefined);

  const [teacher] = teachingClasses[0]?.teachers ?? [];
  const now = teachingClasses.filter(
    (one) => one.semester.xnxq === current.xnxq && one.teachers[0]?.gh === teacher?.gh,
  );
  for (const [index, one] of now.slice(0, 2).entries())
    if (teacher && one.students[0])
      await sender.send(
        warnStudent,
        {
          teachingClassId: one.teachingClassId,
          studentCode: one.students[0].studentCode,
          warnReason: index === 0 ? courseWarnReason.absence : courseWarnReason.homework,
          absentHours: index === 0 ? 20 : null,
          warnText: index === 0 ? '多次缺课，请与我联系' : '三次作业未交',
        },
        by(`course:${String(index)}`, 'courseWarning:warn', accounts.teacher(teacher)),
      );
}
