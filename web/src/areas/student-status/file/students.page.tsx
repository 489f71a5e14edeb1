import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';

/** 学生信息 (STUDENT-STATUS-05), with the way to the file of each. */
export function StudentsPage() {
  const may = useMay('studentFile:query');
  const navigate = useNavigate();
  return (
    <ResourcePage
      resource={student}
      actions={(row, act) =>
        may &&
        act('档案', () => {
          void navigate({
            to: modulePath('student', 'studentFile'),
            search: { studentCode: textOf(row['studentCode']) },
          });
        })
      }
    />
  );
}
