import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams } from '@jwxt/contracts/elective/elective.state.ts';
import { COURSE_FILES, TEACHER_FILES } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import type { FileRule } from '../kernel/command-route.ts';
import { refuse } from '../kernel/refusal.ts';
import { isWithApplicant } from './elective.decider.ts';

/**
 * Attachments change while the plan is with its applicant, and only by him. The page makes the id of a new one; the
 * first file there claims it.
 */
const ruleOf = (businessTable: string): FileRule => ({
  businessTable,
  async refuses({ businessId, client, context, services }) {
    const { userName } = context.actor;
    const { state } = await services.handler.read(electiveStream(businessId), electiveStreams);
    // Who keeps the catalogue clears what was begun and never sent.
    if ((state.status === 'none' || state.status === 'deleted') && context.permission === 'fileUploadResource:delete')
      return null;
    if (state.status === 'deleted') return refuse('FILE_LOCKED');
    if (state.status !== 'none')
      return !isWithApplicant(state)
        ? refuse('FILE_LOCKED')
        : state.applicant.userName === userName
          ? null
          : refuse('FILE_READ_ONLY');
    const { rowCount } = await client.query(
      'select 1 from base.file_resource where business_table = any($1) and business_id = $2 and uploader <> $3 limit 1',
      [[TEACHER_FILES, COURSE_FILES], businessId, userName],
    );
    return rowCount === 0 ? null : refuse('FILE_READ_ONLY');
  },
});

/** Rules of both kinds of attachments (ELECTIVE-07). */
export const electiveFileRules: readonly FileRule[] = [ruleOf(TEACHER_FILES), ruleOf(COURSE_FILES)];
