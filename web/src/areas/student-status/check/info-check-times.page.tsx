import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { infoCheckTime } from '@jwxt/contracts/student-status/check/info-check-time.resource.ts';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { progressPath } from './check-path.ts';

/** 信息核对时间, each with how far it is (STUDENT-STATUS-21). */
export function InfoCheckTimesPage() {
  const navigate = useNavigate();
  const mayLook = useMay('infoCheckTime:progress');
  return (
    <ResourcePage
      resource={infoCheckTime}
      actions={(row, act) =>
        mayLook &&
        act('进度', () => {
          void navigate({ to: progressPath(textOf(row['checkTimeId'])) });
        })
      }
    />
  );
}
