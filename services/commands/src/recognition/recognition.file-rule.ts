import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import type { FileRule } from '../kernel/command-route.ts';
import { refuse } from '../kernel/refusal.ts';
import { isWithApplicant, ownerOf } from './recognition.decider.ts';

/**
 * Evidence is attached while the application is with the applicant (new, saved, returned or recalled), and only by him.
 * The id of an application that does not exist yet is known to the page that made it; the first file there claims it.
 */
export const recognitionFileRule: FileRule = {
  businessTable: RECOGNITION_FILES,
  async refuses({ businessId, client, context, services }) {
    const { userName } = context.actor;
    const { state } = await services.handler.read(recognitionStream(businessId), recognitionStreams);
    // Who keeps the catalogue clears what was begun and never sent, or given up.
    const cleared = context.permission === 'fileUploadResource:delete' && !('request' in state);
    if (cleared) return null;
    if (state.status === 'deleted') return refuse('FILE_LOCKED');
    if (state.status !== 'none')
      return !isWithApplicant(state)
        ? refuse('FILE_LOCKED')
        : ownerOf(state) === userName
          ? null
          : refuse('FILE_READ_ONLY');
    const { rowCount } = await client.query(
      'select 1 from base.file_resource where business_table = $1 and business_id = $2 and uploader <> $3 limit 1',
      [RECOGNITION_FILES, businessId, userName],
    );
    return rowCount === 0 ? null : refuse('FILE_READ_ONLY');
  },
};
