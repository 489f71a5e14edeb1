import { markNoticesRead } from '@jwxt/contracts/notice/notice.command.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import {
  closeNotice,
  createGuide,
  createNotice,
  deleteGuide,
  deleteNotice,
  publishGuide,
  publishNotice,
  recallGuide,
  recallNotice,
  updateGuide,
  updateNotice,
} from '@jwxt/contracts/notice/publishing.command.ts';
import { markMessagesRead, setPushSign } from '@jwxt/contracts/notice/system-message.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute, type Policy } from '../kernel/command-route.ts';
import { tellOfApplications } from './application-message.policy.ts';
import { tellOfOpenScores, tellOfRevisedScores } from './score-opening.ts';
import { tellTeachersOfSheets } from './sheet-message.policy.ts';
import { createGuideDraft, deleteGuideDraft, moveGuide, updateGuideDraft } from './publish-guide.ts';
import {
  closePublished,
  createDraft,
  deleteDraft,
  publishDraft,
  recallToDraft,
  updateDraft,
} from './publish-notice.ts';

/** Writing notices and guides. */
const publishingRoutes: readonly CommandRoute[] = [
  defineRoute(createNotice, (draft, context, { pool }) =>
    applyOnce(pool, context, (client) => createDraft(client, context, draft)),
  ),
  defineRoute(updateNotice, (draft, context, { pool }) =>
    applyOnce(pool, context, (client) => updateDraft(client, context, draft)),
  ),
  defineRoute(deleteNotice, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => deleteDraft(client, context, key)),
  ),
  defineRoute(publishNotice, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => publishDraft(client, context, key)),
  ),
  defineRoute(recallNotice, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => recallToDraft(client, context, key)),
  ),
  defineRoute(closeNotice, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => closePublished(client, context, key)),
  ),
  defineRoute(createGuide, (draft, context, { pool }) =>
    applyOnce(pool, context, (client) => createGuideDraft(client, context, draft)),
  ),
  defineRoute(updateGuide, (draft, context, { pool }) =>
    applyOnce(pool, context, (client) => updateGuideDraft(client, context, draft)),
  ),
  defineRoute(deleteGuide, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => deleteGuideDraft(client, context, key)),
  ),
  defineRoute(publishGuide, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => moveGuide(client, context, key, publishStatus.published)),
  ),
  defineRoute(recallGuide, (key, context, { pool }) =>
    applyOnce(pool, context, (client) => moveGuide(client, context, key, publishStatus.draft)),
  ),
];

/**
 * Signs that a person has read something. The row itself says who and when, and a second one changes nothing: that is
 * its log and its idempotency.
 */
const readingRoutes: readonly CommandRoute[] = [
  defineRoute(markNoticesRead, async ({ noticeIds }, { actor, time }, { pool }) => {
    const { rowCount } = await pool.query(
      `with marked as (insert into base.notice_read (notice_id, user_name, read_time) select notice_id, $2, $3
          from base.notice where notice_id = any($1) on conflict do nothing returning notice_id),
            told as (update base.system_message_audience audience set read_sign = '1', read_time = $3
              from base.system_message_entity message
                      where message.system_message_entity_id = audience.system_message_entity_id
                        and message.notice_id = any($1)
                        and audience.user_name = $2 and audience.read_sign = '0')
       select notice_id from marked`,
      [noticeIds, actor.userName, time],
    );
    return { result: { marked: rowCount ?? 0 }, position: null };
  }),
  defineRoute(markMessagesRead, async ({ systemMessageAudienceId }, { actor, time }, { pool }) => {
    const { rowCount } = await pool.query(
      // Who opened the message of a notice has read the notice; who marks all messages has not looked at it.
      `with seen as (insert into base.notice_read (notice_id, user_name, read_time) select notice.notice_id, $1, $3
                       from base.system_message_audience audience join base.system_message_entity message
                       using (system_message_entity_id) join base.notice on notice.notice_id = message.notice_id
                      where audience.user_name = $1 and audience.system_message_audience_id = $2 on conflict do nothing)
       update base.system_message_audience set read_sign = '1', read_time = $3
       where user_name = $1 and read_sign = '0' and ($2::text is null or system_message_audience_id = $2)`,
      [actor.userName, systemMessageAudienceId, time],
    );
    return { result: { marked: rowCount ?? 0 }, position: null };
  }),
  defineRoute(setPushSign, async ({ systemMessageAudienceId, systemMessageAudiencePushSign }, { actor }, { pool }) => {
    const { rowCount } = await pool.query(
      'update base.system_message_audience set push_sign = $3 where user_name = $1 and system_message_audience_id = $2',
      [actor.userName, systemMessageAudienceId, systemMessageAudiencePushSign],
    );
    return { result: { marked: rowCount ?? 0 }, position: null };
  }),
];

/** Commands of notices, guides and system messages. */
export const noticeRoutes: readonly CommandRoute[] = [...publishingRoutes, ...readingRoutes];
/** What is told to people as system messages. */
export const noticePolicies: readonly Policy[] = [
  tellOfApplications,
  tellTeachersOfSheets,
  tellOfOpenScores,
  tellOfRevisedScores,
];
