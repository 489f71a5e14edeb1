import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { FileRule } from '../kernel/file-rule.ts';
import { refuse } from '../kernel/refusal.ts';
import { recognitionDecider } from './recognition.decider.ts';

/**
 * Evidence is attached before the application is submitted, or again when it was returned, and only by who applies. The id of an application
 * that does not exist yet is known to the page that made it; the first file there claims it.
 */
export const recognitionFileRule: FileRule = {
  businessTable: RECOGNITION_FILES,
  async refuses({ businessId, client, context, services }) {
    const { userName } = context.actor;
    const { state } = await services.handler.read(recognitionStream(businessId), recognitionDecider);
    if (state.status === 'returned') return state.request.application.applicant.userName === userName ? null : refuse('FILE_READ_ONLY');
    if (state.status !== 'none') return refuse('FILE_LOCKED');
    // Who keeps the catalogue clears what was begun and never sent.
    if (context.permission === 'fileUploadResource:delete') return null;
    const { rowCount } = await client.query('select 1 from base.file_resource where business_table = $1 and business_id = $2 and uploader <> $3 limit 1', [RECOGNITION_FILES, businessId, userName]);
    return rowCount === 0 ? null : refuse('FILE_READ_ONLY');
  },
};
