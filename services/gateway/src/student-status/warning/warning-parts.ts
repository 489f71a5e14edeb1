import { warningRecord } from '@jwxt/contracts/student-status/warning/warning-act.resource.ts';
import { WARNING_RECORD_FILES } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { GatewayArea } from '../../kernel/area.ts';
import { findResource, reachesResource } from '../../kernel/resource.read.ts';
import { warningHandlers } from './warning.handlers.ts';

/** Answers about warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningParts: GatewayArea = {
  handlers: warningHandlers,
  fileAccess: [
    {
      businessTable: WARNING_RECORD_FILES,
      about: 'person',
      // Whoever sees a record sees its files; whoever may change it attaches them.
      async reads(businessId, { services, user }) {
        return (await findResource(services.db, user, warningRecord, 'warningRecord:detail', businessId))
          ? 'all'
          : 'none';
      },
      writes: async (businessId, { services, user }) =>
        (await findResource(services.db, user, warningRecord, 'warningRecord:detail', businessId)) !== undefined &&
        (await reachesResource(services.db, user, warningRecord, 'warningRecord:update', { keys: [businessId] })),
    },
  ],
};
