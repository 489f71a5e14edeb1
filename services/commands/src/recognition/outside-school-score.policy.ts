import {
  recognitionAccountStream,
  type RecognitionAccountEvent,
} from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionAccountStreams } from '@jwxt/contracts/recognition/recognition-account.state.ts';
import { cognizanceStatus } from '@jwxt/contracts/recognition/outside-school-score.resource.ts';
import { recognitionStream, type RecognitionEvent } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import { isSameSource, sourceKeyOf } from './outside-source.ts';

type UseEvent = RecognitionAccountEvent | Extract<RecognitionEvent, { type: 'RecognitionEffected' }>;
type Kept = Parameters<typeof sourceKeyOf>[0] & { readonly key: string };

/**
 * Notes at the scores of other schools which application uses each (SCORE-MORE-31), as the student's account has it
 * now: the same again changes nothing.
 */
export const followOutsideScores: Policy = {
  name: 'outside-school-scores',
  types: ['RecognitionCreditTaken', 'RecognitionCreditReturned', 'RecognitionEffected'],
  start: 'beginning',
  async react(stored, services) {
    const event = stored.event as UseEvent;
    if (event.type !== 'RecognitionEffected') await noteUses(services, event.data.studentCode);
    else {
      const { state } = await services.handler.read(recognitionStream(event.data.applyId), recognitionStreams);
      if ('request' in state) await noteUses(services, state.request.studentCode);
    }
    return null;
  },
};

async function noteUses({ handler, pool }: CommandServices, studentCode: string): Promise<void> {
  const { rows } = await pool.query<Kept>(
    `select out_school_score_id as key, out_school_name as "outSchoolName",
        coalesce(out_course_code, '') as "outCourseCode", out_course_name as "outCourseName",
        coalesce(out_semester_id, '') as "outSemesterId"
       from base.outside_school_score where student_code = $1`,
    [studentCode],
  );
  if (rows.length === 0) return;
  const { state } = await handler.read(recognitionAccountStream(studentCode), recognitionAccountStreams);
  for (const row of rows) {
    const using = state.taken.find(({ sources }) => sources.some(({ key }) => isSameSource(key, sourceKeyOf(row))));
    const status = using === undefined ? cognizanceStatus.free : await statusOf(handler, using.applyId);
    await pool.query(
      `update base.outside_school_score set apply_id = $2, cognizance_status = $3
        where out_school_score_id = $1 and (apply_id, cognizance_status) is distinct from ($2, $3)`,
      [row.key, using?.applyId ?? null, status],
    );
  }
}

async function statusOf(handler: CommandServices['handler'], applyId: string): Promise<string> {
  const { state } = await handler.read(recognitionStream(applyId), recognitionStreams);
  return state.status === 'effected' ? cognizanceStatus.recognised : cognizanceStatus.asked;
}
