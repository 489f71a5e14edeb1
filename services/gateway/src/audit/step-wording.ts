import type { z } from 'zod';
import type { scoreStep } from '@jwxt/contracts/audit/audit.operations.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { RECOGNISED_SOURCE } from '@jwxt/contracts/score/attempts.state.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';

type Step = z.input<typeof scoreStep>;
/** How a step is called on the axis and in the list. */
export type Wording = Pick<Step, 'label' | 'title' | 'tone'>;

type ReplayEvent = ApplicationEvent | AttemptsEvent | ScoreSheetEvent;

/** What a command did to a score, told by its weightiest event; `before` tells whether the score had a value. */
export interface Telling {
  /** Event that the step is told by. */
  readonly event: PlacedEvent;
  readonly wording: Wording;
}

/** The weightiest first: what a decision sets off says more than the decision. */
const weight: readonly ReplayEvent['type'][] = [
  'ScoreChangeApplied',
  'ScoresRolledBack',
  'AttemptWithdrawn',
  'ScoresApproved',
  'AttemptRecorded',
  'ApplicationReturned',
  'ApplicationRejected',
  'ApplicationNotPassed',
  'ApplicationRecalled',
  'NodePassed',
  'ScoresForceSubmitted',
  'ScoresSubmitted',
  'ChangeReserved',
  'RecognitionReserved',
  'CellsEntered',
  'RemarkSet',
  'TemplateSet',
  'ItemsSet',
  'HierarchySet',
  'DigitSet',
];

/**
 * Tells what one command with its consequences means for a student's score; null when nothing. `entered`: sheets on
 * which the student had a value before.
 */
export function tellStep(
  events: readonly PlacedEvent[],
  studentCode: string,
  entered: ReadonlySet<string>,
): Telling | null {
  const candidates = events.filter((event) =>
    concerns(event.event as ReplayEvent, studentCode, entered.has(event.stream)),
  );
  for (const type of weight) {
    const event = candidates.find((candidate) => candidate.event.type === type);
    if (event)
      return { event, wording: wordingOf(event.event as ReplayEvent, events, studentCode, entered.has(event.stream)) };
  }
  return null;
}

/**
 * Whether an event is about this student's score. Events without rows are about everybody on the sheet or in the
 * application.
 */
function concerns(event: ReplayEvent, studentCode: string, hadValue: boolean): boolean {
  switch (event.type) {
    case 'CellsEntered':
    case 'RemarkSet':
    case 'ScoresSubmitted':
    case 'ScoresApproved':
    case 'ScoreChangeApplied':
      return event.data.rows.some((row) => row.studentCode === studentCode);
    case 'ChangeReserved':
      return event.data.request === undefined || event.data.request.rows.some((row) => row.studentCode === studentCode);
    case 'AttemptWithdrawn':
      return event.data.studentCode === studentCode;
    // Before anything was entered there was no score that they could touch.
    case 'ItemsSet':
    case 'TemplateSet':
    case 'HierarchySet':
    case 'DigitSet':
      return hadValue;
    case 'AttemptRecorded':
      return event.data.source === RECOGNISED_SOURCE;
    default:
      return weight.includes(event.type);
  }
}

function wordingOf(event: ReplayEvent, group: readonly PlacedEvent[], studentCode: string, hadValue: boolean): Wording {
  switch (event.type) {
    case 'CellsEntered': {
      const names = event.data.rows
        .find((row) => row.studentCode === studentCode)!
        .cells.map((cell) => cell.itemName)
        .join('、');
      const { reason } = event.data;
      if (reason !== undefined) return { label: '代录', title: `代录${names}，原因：${reason}`, tone: 'neutral' };
      return hadValue
        ? { label: '改分', title: `修改${names}`, tone: 'neutral' }
        : { label: '录入', title: `录入${names}`, tone: 'neutral' };
    }
    case 'RemarkSet': {
      const row = event.data.rows.find((entry) => entry.studentCode === studentCode)!;
      const why = event.data.reason === undefined ? '' : `，原因：${event.data.reason}`;
      return { label: '备注', title: `备注由“${row.beforeName}”改为“${row.afterName}”${why}`, tone: 'neutral' };
    }
    case 'ScoresSubmitted':
      return event.data.application.round > 1
        ? { label: '重送', title: '重新提交送审', tone: 'progress' }
        : { label: '送审', title: '提交送审', tone: 'progress' };
    case 'ScoresApproved':
      return { label: '发布', title: `${passedNode(group) ?? '审核'}通过，成绩发布`, tone: 'passed' };
    case 'ScoreChangeApplied':
      return { label: '更改生效', title: `${passedNode(group) ?? '更改审批'}通过，更改生效`, tone: 'changed' };
    case 'ChangeReserved':
      return { label: '申请更改', title: '申请更改成绩', tone: 'progress' };
    case 'RecognitionReserved':
      return { label: '申请认定', title: '申请成绩认定', tone: 'progress' };
    case 'AttemptRecorded':
      return { label: '认定生效', title: `${passedNode(group) ?? '认定审批'}通过，认定成绩生效`, tone: 'changed' };
    case 'NodePassed':
      return { label: '审核通过', title: `${event.data.processNodeName}通过`, tone: 'passed' };
    case 'ApplicationReturned':
      return { label: '退回', title: `${event.data.processNodeName}退回申请人`, tone: 'refused' };
    case 'ApplicationRejected':
      return { label: '驳回', title: `${event.data.processNodeName}驳回至${event.data.backNodeName}`, tone: 'refused' };
    case 'ApplicationNotPassed':
      return { label: '不通过', title: `${event.data.processNodeName}不通过，成绩不变`, tone: 'refused' };
    case 'ApplicationRecalled':
      return event.data.byOffice
        ? { label: '退回', title: '教务处退回', tone: 'refused' }
        : { label: '撤回', title: '申请人撤回', tone: 'neutral' };
    case 'ScoresRolledBack':
      return {
        label: '退回',
        title: event.data.from === '4' ? '教务处退回，成绩撤销发布' : '教务处退回送审',
        tone: 'refused',
      };
    case 'AttemptWithdrawn':
      return { label: '撤销', title: '成绩撤销发布', tone: 'refused' };
    case 'ScoresForceSubmitted':
      return { label: '强制提交', title: `${event.data.byName}强制提交送审`, tone: 'progress' };
    case 'ItemsSet':
      return { label: '调整分项', title: '成绩分项调整，总评重算', tone: 'changed' };
    case 'TemplateSet':
      return { label: '更换模板', title: '成绩模板更换，总评重算', tone: 'changed' };
    case 'HierarchySet':
      return { label: '等级制', title: '等级制更改', tone: 'changed' };
    case 'DigitSet':
      return { label: '小数位', title: '总评小数位数更改', tone: 'neutral' };
    default:
      throw new Error(`${event.type} tells no step`);
  }
}

function passedNode(group: readonly PlacedEvent[]): string | null {
  const passed = group.map((entry) => entry.event as ReplayEvent).find((entry) => entry.type === 'NodePassed');
  return passed ? passed.data.processNodeName : null;
}
