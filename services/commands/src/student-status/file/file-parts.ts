import { CERTIFICATE_FILES } from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import type { CommandsArea } from '../../kernel/area.ts';
import { refuse } from '../../kernel/refusal.ts';
import { studentCertificateRules } from './certificate-checks.ts';
import { guardianRules, studentFamilyRules } from './guardian-checks.ts';
import { batchUpdateRoutes } from './student-batch-update.routes.ts';
import { studentLabelRules } from './label-checks.ts';
import { temporaryStudentRules } from './temporary-student-checks.ts';
import { startTemporaryEnds } from './temporary-student-end.ts';
import { temporaryStudentRoutes } from './temporary-student.routes.ts';

/** How the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34) are kept. */
export const statusFileParts: CommandsArea = {
  routes: [...batchUpdateRoutes, ...temporaryStudentRoutes],
  resourceRules: {
    guardian: guardianRules,
    studentCertificate: studentCertificateRules,
    studentFamily: studentFamilyRules,
    studentLabel: studentLabelRules,
    temporaryStudent: temporaryStudentRules,
  },
  chores: { temporaryStudents: startTemporaryEnds },
  fileRules: [
    {
      businessTable: CERTIFICATE_FILES,
      // The certificate is there before its files are.
      async refuses({ businessId, client }) {
        const { rowCount } = await client.query(
          'select from base.student_certificate where certificate_id = $1 for share',
          [businessId],
        );
        return rowCount === 0 ? refuse('FILE_LOCKED') : null;
      },
    },
  ],
};
