import { queryApprovals, type ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  ALL_TIME,
  approvalTab,
  businessStatus,
  processesOf,
  processStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { modulePath, type ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import { useWaited } from '../../pickers/waited.tsx';
import classes from './module-home.module.css';

const SHOWN = 6;

/** To-dos of the person that belong to the module, the longest waiting first. */
export function ModuleTodos({ route }: { route: ModuleRoute }) {
  const own: readonly (string | null)[] = processesOf(route);
  // 消息中心 has those of all modules.
  const all = route === 'messageSystem';
  const shown = all || own.length > 0;
  const query = useOperation(
    queryApprovals,
    {
      type: approvalTab.waiting,
      approvalProcessStatus: processStatus.inProgress,
      approvalBusinessStatus: businessStatus.inApproval,
      timeScopeValue: ALL_TIME,
      pageNum: 1,
      pageSize: 200,
    },
    { enabled: shown },
  );
  if (!shown) return null;
  const todos = query.data?.list.filter(({ processNo }) => all || own.includes(processNo));
  return (
    <Card
      title="我的待办"
      {...(todos ? { note: `共 ${String(todos.length)} 件` } : {})}
      actions={
        <Link to={modulePath('messageSystem', 'approval')} search={{ tab: approvalTab.waiting }}>
          更多
        </Link>
      }
    >
      <QueryFaces query={query} compact rows={3}>
        {() =>
          todos === undefined || todos.length === 0 ? (
            <EmptyState compact title="没有待办" reason="新的申请会自动出现在这里" />
          ) : (
            <ul className={classes['list']}>
              {todos.slice(0, SHOWN).map((item) => (
                <Todo key={item.applyId} item={item} />
              ))}
            </ul>
          )
        }
      </QueryFaces>
    </Card>
  );
}

function Todo({ item }: { item: ApprovalItem }) {
  const { text, overdue } = useWaited(item);
  return (
    <li>
      <Link
        to={modulePath('messageSystem', 'approval')}
        search={{ tab: approvalTab.waiting, applyId: item.applyId }}
        className={classes['todo']}
      >
        {item.title}
        <small>{item.approvalProcessName}</small>
      </Link>
      <b data-late={overdue || undefined}>
        {overdue && '已等待 '}
        {text}
      </b>
    </li>
  );
}
