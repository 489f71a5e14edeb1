import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { creditLimit } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import type { RecognitionAccountEvent } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import {
  recognitionAccountStreams,
  type RecognitionAccountState,
  type TakenCredit,
} from '@jwxt/contracts/recognition/recognition-account.state.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse, refuseField } from '../kernel/refusal.ts';
import { isSameSource, sourceField, sourceKeyOf } from './outside-source.ts';

/** What may be asked of a student's account. */
export type AccountCommand =
  | { readonly type: 'take'; readonly studentCode: string; readonly processName: string; readonly taking: Taking }
  | { readonly type: 'giveBack'; readonly studentCode: string; readonly applyId: string; readonly time: string };

/** What a request takes; a score that is used already is told under its field. */
export interface Taking extends TakenCredit {
  readonly sources: readonly (TakenCredit['sources'][number] & { readonly field: string })[];
}

/**
 * Credits that the student's grade and major asks for, in tenths, and how many per cent of them may be recognised
 * (RDSXXF). Giving back needs none.
 */
export type AccountFacts = { readonly requiredCredit: number; readonly percent: number } | null;

/**
 * The rules of `recognitionAccount-<studentCode>` (domain-model-score §4): credits within the limit, and an outside
 * score once.
 */
export const recognitionAccountDecider: Decider<
  RecognitionAccountState,
  AccountCommand,
  RecognitionAccountEvent,
  AccountFacts
> = {
  streams: recognitionAccountStreams,
  decide(state, command, facts) {
    const { studentCode } = command;
    if (command.type === 'giveBack') {
      const { applyId, time } = command;
      return state.taken.some((each) => each.applyId === applyId && each.time === time)
        ? [{ type: 'RecognitionCreditReturned', data: { studentCode, applyId, time } }]
        : [];
    }
    const { taking, processName } = command;
    if (state.taken.some((each) => each.applyId === taking.applyId && each.time === taking.time)) return [];
    const others = state.taken.filter((each) => each.applyId !== taking.applyId);
    const used = others.flatMap((each) => each.sources.map(({ key }) => key));
    const again = taking.sources.find(({ key }) => used.some((other) => isSameSource(other, key)));
    if (again) return refuseField('RECOGNITION_SOURCE_USED', { course: again.courseName }, again.field);
    const { requiredCredit, percent } = facts ?? { requiredCredit: 0, percent: 0 };
    const [sum, limit] = [
      others.reduce((total, each) => total + each.credit, taking.credit),
      creditLimit(requiredCredit, percent),
    ];
    // What takes a score alone, and no credits, does not ask about them.
    if (taking.credit > 0 && sum > limit)
      return refuse('RECOGNITION_CREDIT_LIMIT', {
        sum: shown(sum),
        limit: shown(limit),
        plan: shown(requiredCredit),
        percent,
      });
    const sources = taking.sources.map(({ key, courseName }) => ({ key, courseName }));
    return [{ type: 'RecognitionCreditTaken', data: { studentCode, processName, ...taking, sources } }];
  },
};

const shown = (tenths: number): string => formatDecimal(tenths, 1, 1);

/** What a request takes of the account: the credits of its in-plan courses, and the outside scores that it uses. */
export function takingOf({ applyId, relateList, application }: RecognitionRequest): Taking {
  return {
    applyId,
    time: application.applyTime,
    credit: relateList.flatMap((pair) => pair.inSideList).reduce((sum, { courseCredit }) => sum + courseCredit, 0),
    sources: relateList.flatMap(({ outSideList }, at) =>
      outSideList.map((score, place) => ({
        key: sourceKeyOf(score),
        courseName: score.outCourseName,
        field: sourceField(score, `relateList.${at}.outSideList.${place}`),
      })),
    ),
  };
}
