import {
  systemDepartmentTree,
  type SystemDepartmentNode,
} from '@jwxt/contracts/access/system-department.operations.ts';
import { department } from '@jwxt/contracts/base-info/department.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';

const countsIn = (nodes: readonly SystemDepartmentNode[]): [string, number][] =>
  nodes.flatMap(({ dwh, userNum, child }) => [[dwh, userNum], ...countsIn(child)] as [string, number][]);

/** 部门 (SYSADMIN-21): the units of base data as they are declared there, with the accounts of each. */
export function DepartmentsPage() {
  const counts = new Map(countsIn(useOperation(systemDepartmentTree, {}, { staleTime: 0 }).data ?? []));
  const mayLook = useMay('user:query');
  return (
    <ResourcePage
      resource={department}
      title="部门"
      more={[
        {
          key: 'userNum',
          title: '账号数',
          width: 84,
          render: (row) => {
            const dwh = textOf(row[department.key]);
            const n = counts.get(dwh) ?? 0;
            return mayLook && n > 0 ? (
              <Link
                to="/jwxt/gly/systemManage/user"
                search={{ departmentId: dwh }}
                aria-label={`${textOf(row['dwmc'])}的账号`}
              >
                {n}
              </Link>
            ) : (
              n
            );
          },
        },
      ]}
    />
  );
}
