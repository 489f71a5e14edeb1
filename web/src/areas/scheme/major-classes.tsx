import { schemeModuleByGradeMajor } from '@jwxt/contracts/scheme/requirement.operations.ts';
import { synchronousCreditHours } from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { majorSystem } from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import { Button, Switch } from '@mantine/core';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import { confirm } from '../../ui/confirm.ts';
import { tenths } from './credit-form.model.ts';
import classes from './scheme.module.css';

/** 专业体系 (SCHEME-12): the classes that a grade-major uses, what it asks for in each and what its plan has. */
export function MajorClasses({ gradeMajorId }: { gradeMajorId: string }) {
  const query = useOperation(schemeModuleByGradeMajor, { gradeMajorId }, { keepPrevious: false });
  const mayAdd = useMay('majorSystem:create');
  const mayRemove = useMay('majorSystem:delete');
  const maySync = useMay('majorSystem:update');
  const ended = { invalidates: ['majorSystem.'] };
  const add = useOperationMutation(majorSystem.operations.create, ended);
  const remove = useOperationMutation(majorSystem.operations.delete, ended);
  const recount = useOperationMutation(synchronousCreditHours, {
    ...ended,
    onSuccess: ({ changed, unplaced }) => {
      notify.success(changed === 0 ? '已排学分没有变化' : `已更新 ${String(changed)} 个分类的已排学分`);
      if (unplaced.length > 0)
        void confirm({
          title: `${String(unplaced.length)} 门课程没有归入任何分类`,
          confirmText: '知道了',
          message: (
            <ul className={classes['kept']}>
              {unplaced.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          ),
        });
    },
  });
  const busy = add.isPending || remove.isPending;
  return (
    <Card
      grow
      flush
      title="使用的课程分类"
      note="已排学分按执行计划统计"
      actions={
        maySync && (
          <Button
            variant="default"
            size="xs"
            loading={recount.isPending}
            onClick={() => {
              recount.mutate({ gradeMajorId });
            }}
          >
            同步已排学分
          </Button>
        )
      }
    >
      <QueryFaces query={query} compact>
        {({ modules }) => (
          // It scrolls by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={classes['scroll']} tabIndex={0} role="region" aria-label="使用的课程分类">
            <table className={classes['table']} aria-label="使用的课程分类">
              <colgroup>
                <col />
                <col style={{ width: 170 }} />
                <col style={{ width: 80 }} />
                <col style={{ width: 96 }} />
                <col style={{ width: 96 }} />
                <col style={{ width: 72 }} />
                <col style={{ width: 96 }} />
              </colgroup>
              <thead>
                <tr>
                  {['课程分类', '课程模块', '使用', '最低学分', '已排学分', '门数', '差额'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {modules.flatMap(({ moduleName, classifies }) =>
                  classifies.map((row, at) => {
                    const used = row.majorSystemId !== null;
                    const left = (tenths(row.selectedCredit) ?? 0) - (tenths(row.minCredit) ?? 0);
                    return (
                      <tr key={row.classifyId}>
                        <td>{row.classifyName}</td>
                        <td className={classes['quiet']}>{moduleName}</td>
                        <td>
                          <Switch
                            size="xs"
                            aria-label={`使用${row.classifyName}`}
                            checked={used}
                            disabled={busy || (used ? !mayRemove : !mayAdd)}
                            onChange={() => {
                              if (row.majorSystemId !== null) remove.mutate({ key: row.majorSystemId });
                              else
                                add.mutate({
                                  values: {
                                    gradeMajorId,
                                    classifyId: row.classifyId,
                                    minCredit: row.minCredit,
                                    sortNum: at + 1,
                                  },
                                });
                            }}
                          />
                        </td>
                        <td>{used ? row.minCredit : ''}</td>
                        <td>{used ? row.selectedCredit : ''}</td>
                        <td>{used ? row.courseNum : ''}</td>
                        <td className={used && left < 0 ? classes['wrong'] : classes['quiet']}>
                          {used ? creditText(left) : ''}
                        </td>
                      </tr>
                    );
                  }),
                )}
              </tbody>
            </table>
          </div>
        )}
      </QueryFaces>
    </Card>
  );
}
