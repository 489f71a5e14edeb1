import { CERTIFICATE_FILES } from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import { studentCertificate } from '@jwxt/contracts/student-status/file/certificate.resource.ts';
import { mayDo } from '../../kernel/principal.ts';
import { findResource, reachesResource } from '../../kernel/resource.read.ts';
import type { FileAccess } from '../../kernel/services.ts';

/**
 * STUDENT-STATUS-07: whoever sees a certificate sees its scans, the student those of the own file; whoever may change
 * it attaches them.
 */
export const certificateFileAccess: FileAccess = {
  businessTable: CERTIFICATE_FILES,
  about: 'person',
  async reads(businessId, { services, user }) {
    if (await findResource(services.db, user, studentCertificate, 'studentCertificate:detail', businessId))
      return 'all';
    if (user.studentCode === null || !mayDo(user, 'studentFile:own')) return 'none';
    const { rowCount } = await services.db.query(
      'select from base.student_certificate where certificate_id = $1 and student_code = $2',
      [businessId, user.studentCode],
    );
    return rowCount === 0 ? 'none' : 'all';
  },
  writes: async (businessId, { services, user }) =>
    (await findResource(services.db, user, studentCertificate, 'studentCertificate:detail', businessId)) !==
      undefined &&
    (await reachesResource(services.db, user, studentCertificate, 'studentCertificate:update', {
      keys: [businessId],
    })),
};
