import { GUIDE_FILES, NOTICE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { mayDo } from '../kernel/principal.ts';
import type { FileAccess, FileCall } from '../kernel/services.ts';
import { findGuide } from './guide.read.ts';
import { findNotice } from './notice.read.ts';
import { mayEdit } from './publishing.read.ts';

/**
 * Drafts are changed by those who may change their text; what is published is fixed with its attachments. Before the
 * first save there is no row yet.
 */
async function mayAttach(
  table: 'notice' | 'operation_guide',
  id: string,
  prefix: 'noticeInfo' | 'operationGuide',
  { services, user }: FileCall,
): Promise<boolean> {
  const key = table === 'notice' ? 'notice_id' : 'operation_guide_id';
  const { rows } = await services.db.query<{ status: string }>(
    `select publish_status as status from base.${table} where ${key} = $1`,
    [id],
  );
  const row = rows[0];
  if (!row) return mayDo(user, `${prefix}:create`);
  return row.status === publishStatus.draft && mayEdit(services.db, user, `${prefix}:update`, table, id);
}

/** Whoever may read a notice, or writes such notices, reads its attachments (NOTICE-03). */
export const noticeFileAccess: FileAccess = {
  businessTable: NOTICE_FILES,
  about: 'everybody',
  async reads(noticeId, { services, user, now }) {
    if (mayDo(user, 'teacherServer:notice') && (await findNotice(services.db, user, noticeId, now))) return 'all';
    return mayDo(user, 'noticeInfo:create') ? 'own' : 'none';
  },
  writes: (noticeId, call) => mayAttach('notice', noticeId, 'noticeInfo', call),
};

/** Whoever may read a guide reads its attachments (NOTICE-18). */
export const guideFileAccess: FileAccess = {
  businessTable: GUIDE_FILES,
  about: 'everybody',
  async reads(operationGuideId, { services, user }) {
    if (mayDo(user, 'operationGuide:query') && (await findGuide(services.db, user, operationGuideId))) return 'all';
    return mayDo(user, 'operationGuide:create') ? 'own' : 'none';
  },
  writes: (operationGuideId, call) => mayAttach('operation_guide', operationGuideId, 'operationGuide', call),
};
