import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import type { FileRule } from '../../kernel/command-route.ts';
import { refuse } from '../../kernel/refusal.ts';

/**
 * Evidence is attached before the application is sent, under the id that the page made, and while it is back with its
 * applicant; only by him. The first file claims an id that nothing is known of.
 */
export const scoreChangeFileRule: FileRule = {
  businessTable: SCORE_CHANGE_FILES,
  async refuses({ businessId, client, context, services }) {
    const { userName } = context.actor;
    const { state } = await services.handler.read(scoreChangeStream(businessId), scoreChangeStreams);
    if (state.status !== 'none') {
      if (!mayOpenAgain(state.status)) return refuse('FILE_LOCKED');
      return state.request.application.applicant.userName === userName ? null : refuse('FILE_READ_ONLY');
    }
    // Who keeps the catalogue clears what was begun and never sent.
    if (context.permission === 'fileUploadResource:delete') return null;
    const { rowCount } = await client.query(
      'select 1 from base.file_resource where business_table = $1 and business_id = $2 and uploader <> $3 limit 1',
      [SCORE_CHANGE_FILES, businessId, userName],
    );
    return rowCount === 0 ? null : refuse('FILE_READ_ONLY');
  },
};
