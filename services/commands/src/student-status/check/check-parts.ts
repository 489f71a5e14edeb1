import type { CommandsArea } from '../../kernel/area.ts';
import { settleInfoCheck } from './info-check-effect.ts';
import { infoCheckFileRule, infoCheckRoutes } from './info-check.routes.ts';
import { infoCheckTimeRoutes } from './info-check-time.routes.ts';
import { studentPhotoRoutes, studentPhotoRules } from './student-photo.routes.ts';

/** How photos and info checks (STUDENT-STATUS-08, 21; PERM-14) are kept. */
export const statusCheckParts: CommandsArea = {
  routes: [...studentPhotoRoutes, ...infoCheckRoutes, ...infoCheckTimeRoutes],
  policies: [settleInfoCheck],
  fileRules: [infoCheckFileRule],
  resourceRules: {
    studentPhoto: studentPhotoRules,
    infoCheckTime: {
      uses: [
        {
          what: '核对确认',
          unit: '条',
          count: 'select count(*) as n from base.info_check_confirmation where check_time_id = $1',
        },
      ],
    },
  },
};
