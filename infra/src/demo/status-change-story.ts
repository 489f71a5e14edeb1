import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import {
  cancelStatusChange,
  implementStatusChange,
  submitStatusChange,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { createApplicationStory, type ApplicationOutcome } from './application-story.ts';
import { addDays } from './calendar.ts';
import type { DemoStudent, DemoUniversity } from './enrolment.ts';
import { createRandom } from './random.ts';
import type { Stage } from './sheet-story.ts';

interface Asked {
  readonly changeType: string;
  readonly changeReason: string;
  readonly reasonText: string;
  /** Days from now. */
  readonly from: number;
  readonly until: number | null;
  readonly outcome: ApplicationOutcome | 'saved';
  readonly afterwards?: 'implemented' | 'cancelled';
}

/** Every state of a change: written, in approval, passed, coming, in force, to come back soon, overdue, taken back. */
const told: readonly Asked[] = [
  { changeType: '06', changeReason: '99', reasonText: '论文实验未完成', from: 5, until: 400, outcome: 'saved' },
  { changeType: '11', changeReason: '26', reasonText: '照顾病重家人', from: 7, until: 200, outcome: 'atDepartment' },
  { changeType: '31', changeReason: '21', reasonText: '本人申请退学', from: 3, until: null, outcome: 'passed' },
  { changeType: '06', changeReason: '24', reasonText: '创业占用时间', from: 9, until: 400, ...done('passed') },
  { changeType: '11', changeReason: '24', reasonText: '休学创业', from: -12, until: 20, ...done('passed') },
  { changeType: '11', changeReason: '27', reasonText: '家庭经济困难', from: -15, until: -2, ...done('passed') },
  {
    changeType: '13',
    changeReason: '25',
    reasonText: '求职实践',
    from: 12,
    until: 100,
    outcome: 'passed',
    afterwards: 'cancelled',
  },
];
function done(outcome: 'passed') {
  return { outcome, afterwards: 'implemented' } as const;
}

/** Tells changes of status (STUDENT-STATUS-16) of the last students of the university, one each. */
export async function tellStatusChanges(
  stage: Stage,
  { students }: Pick<DemoUniversity, 'students'>,
  when: (share: number) => string,
): Promise<void> {
  const last = students.slice(-told.length);
  for (const [at, asked] of told.entries()) {
    const student = last[at];
    if (student) await tellChange(stage, student, asked, when(0.1 + at / 20));
  }
}

async function tellChange(
  stage: Stage,
  { studentCode, dwh }: DemoStudent,
  { from, until, outcome, afterwards, ...asked }: Asked,
  begin: string,
): Promise<void> {
  const name = `statusChange:${studentCode}`;
  const story = createApplicationStory(stage, name, begin, createRandom(name));
  const [clerk, dean, office] = [stage.accounts.clerk(dwh), stage.accounts.dean(dwh), stage.accounts.office];
  const today = stage.end.slice(0, 10);
  const values = {
    ...asked,
    studentCode,
    effectiveDate: addDays(today, from),
    endDate: until === null ? null : addDays(today, until),
    classAfter: null,
    studentTypeAfter: null,
    chosenStatus: null,
    targetSchool: null,
  };
  const { key: applyId } = await stage.sender.send(
    statusChange.commands.create,
    { values },
    story.step('write', clerk, 'statusChange:create'),
  );
  if (outcome === 'saved') return;
  await stage.sender.send(submitStatusChange, { applyId }, story.step('submit', clerk, 'statusChange:submitApproval'));
  await story.decide(applyId, outcome, clerk, dean);
  if (afterwards === undefined) return;
  await stage.sender.send(
    implementStatusChange,
    { applyId, documentNumber: null, documentDate: null },
    story.step('implement', office, 'statusChange:doImplement'),
  );
  if (afterwards === 'cancelled')
    await stage.sender.send(
      cancelStatusChange,
      { applyId, reason: '学生已找到实习单位，不再停学' },
      story.step('cancel', office, 'statusChange:doImplement'),
    );
}
