import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  batchUpdateSystem,
  querySystemByGradeMajor,
  querySystemByScheme,
  type SystemTree,
} from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { gradeMajorRequirement } from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import { schemeVersionTree } from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { notify } from '../../lib/notify.ts';
import { useUnsavedWork } from '../../lib/page-address.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../ui/page.tsx';
import { changed, changedLines, judged, tenths, type CreditChanges } from './credit-form.model.ts';
import { CreditTable } from './credit-table.tsx';
import { CopySystemDialog } from './copy-system.dialog.tsx';
import { MajorClasses } from './major-classes.tsx';
import classes from './scheme.module.css';
import { firstOf } from './version-select.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const text = z.string().catch('').default('');
const schema = z.object({ schemeVersionId: text, gradeMajorId: text });
/** Grade-majors of a version that show below it. */
const GRADE_MAJORS = 200;

/** 学分要求 (SCHEME-10…12): versions and their grade-majors on the left, what each asks for on the right. */
export function CreditFramePage() {
  const [state, setState] = usePageState(schema);
  const [unsaved, setUnsaved] = useState(false);
  useUnsavedWork(unsaved);
  const choose = async (change: z.output<typeof schema>) => {
    if (unsaved && !(await confirm({ message: '有未保存的学分要求，离开后会丢失。', confirmText: '离开' }))) return;
    setUnsaved(false);
    setState(change);
  };
  const { gradeMajorId } = state;
  const versions = useOperation(schemeVersionTree, {});
  const own = useOperation(
    querySystemByGradeMajor,
    { gradeMajorId },
    { enabled: gradeMajorId !== '', keepPrevious: false },
  );
  const schemeVersionId =
    state.schemeVersionId ||
    (gradeMajorId === ''
      ? firstOf(versions.data?.list.flatMap((each) => each.versions) ?? [])
      : own.data?.schemeVersionId) ||
    '';
  const template = useOperation(
    querySystemByScheme,
    { schemeVersionId },
    { enabled: gradeMajorId === '' && schemeVersionId !== '', keepPrevious: false },
  );
  const shown = gradeMajorId === '' ? template : own;
  return (
    <Page title="学分要求">
      <div className={classes['columns']}>
        <div className={classes['side']}>
          <Card grow flush title="方案版本与年级专业">
            <QueryFaces query={versions}>
              {({ list }) => (
                <div className={classes['tree']}>
                  {list.map(({ year, versions: ofYear }) => (
                    <div key={year}>
                      <div className={classes['year']}>{year}年</div>
                      {ofYear.map((version) => (
                        <div key={version.schemeVersionId}>
                          <Choice
                            level={1}
                            current={gradeMajorId === '' && version.schemeVersionId === schemeVersionId}
                            name={version.schemeVersionName}
                            note={version.publishStatusName}
                            onChoose={() => void choose({ schemeVersionId: version.schemeVersionId, gradeMajorId: '' })}
                          />
                          {version.schemeVersionId === schemeVersionId && (
                            <GradeMajors
                              schemeVersionId={schemeVersionId}
                              current={gradeMajorId}
                              onChoose={(chosen) => void choose({ schemeVersionId, gradeMajorId: chosen })}
                            />
                          )}
                        </div>
                      ))}
                    </div>
                  ))}
                  {list.length === 0 && <EmptyState compact reason="还没有方案版本" />}
                </div>
              )}
            </QueryFaces>
          </Card>
        </div>
        <div className={classes['main']}>
          {versions.data === undefined ? null : schemeVersionId === '' && gradeMajorId === '' ? (
            <Card grow>
              <EmptyState reason="请先建立方案版本" />
            </Card>
          ) : (
            <QueryFaces query={shown}>
              {(tree) =>
                tree.schemeVersionId === null ? (
                  <Card grow title={tree.gradeMajorName}>
                    <EmptyState
                      title="还没有选择方案版本"
                      reason="选择方案版本后，可以从版本的模板开始，填写各模块的学分要求"
                      action={
                        <Button component={Link} to={resourcePath('gradeMajorSchemeRequirement')}>
                          填写方案要求
                        </Button>
                      }
                    />
                  </Card>
                ) : (
                  <Credits
                    key={`${tree.schemeVersionId} ${gradeMajorId}`}
                    tree={tree}
                    schemeVersionId={tree.schemeVersionId}
                    onUnsaved={setUnsaved}
                  />
                )
              }
            </QueryFaces>
          )}
        </div>
      </div>
    </Page>
  );
}

function Choice({
  level,
  current,
  name,
  note,
  onChoose,
}: {
  level: number;
  current: boolean;
  name: string;
  note: string;
  onChoose: () => void;
}) {
  return (
    <div className={classes['node']} data-current={current || undefined} style={{ paddingLeft: 8 + (level - 1) * 18 }}>
      <UnstyledButton
        className={`jw-ellipsis ${classes['name'] ?? ''}`}
        title={name}
        aria-current={current || undefined}
        onClick={onChoose}
      >
        {name}
      </UnstyledButton>
      <span className={classes['count']}>{note}</span>
    </div>
  );
}

function GradeMajors({
  schemeVersionId,
  current,
  onChoose,
}: {
  schemeVersionId: string;
  current: string;
  onChoose: (gradeMajorId: string) => void;
}) {
  const may = useMay('gradeMajorSchemeRequirement:query');
  const query = useOperation(
    gradeMajorRequirement.operations.query,
    { schemeVersionId, pageNo: 1, pageSize: GRADE_MAJORS },
    { enabled: may },
  );
  const rows: readonly WireRow[] = query.data?.rows ?? [];
  return rows.map((row) => {
    const id = textOf(row['gradeMajorId']);
    const total = textOf(row['totalCredit']);
    return (
      <Choice
        key={id}
        level={2}
        current={id === current}
        name={textOf(row['gradeMajorName'])}
        note={total === '' ? '未填总学分' : `${total} 学分`}
        onChoose={() => {
          onChoose(id);
        }}
      />
    );
  });
}

function Credits({
  tree,
  schemeVersionId,
  onUnsaved,
}: {
  tree: SystemTree;
  schemeVersionId: string;
  onUnsaved: (unsaved: boolean) => void;
}) {
  const { nodes, gradeMajorId, totalCredit, fixed } = tree;
  const [changes, setChanges] = useState<CreditChanges>({});
  const [copying, setCopying] = useState(false);
  const [view, setView] = useState<'credits' | 'classes'>('credits');
  const editable = useMay('schemeSystem:update') && fixed === '';
  const mayCopy = useMay('schemeSystem:create');
  const set = (next: CreditChanges) => {
    setChanges(next);
    onUnsaved(Object.keys(next).length > 0);
  };
  const save = useOperationMutation(batchUpdateSystem, {
    invalidates: ['schemeSystem.', 'majorSystem.'],
    onSuccess: ({ changed: n }) => {
      set({});
      notify.success(`已保存 ${String(n)} 项学分要求`);
    },
  });
  const sums = judged(nodes, changes, totalCredit);
  const total = totalCredit === null ? null : tenths(totalCredit);
  const left = total === null ? null : total - sums.arranged;
  const unsaved = Object.keys(changes).length;
  return (
    <>
      <Headline
        actions={
          <>
            {gradeMajorId !== null && (
              <SegmentedControl
                aria-label="显示"
                data={[
                  { value: 'credits', label: '学分要求' },
                  { value: 'classes', label: '使用的课程分类' },
                ]}
                value={view}
                onChange={(value) => {
                  setView(value === 'classes' ? 'classes' : 'credits');
                }}
              />
            )}
            {mayCopy && gradeMajorId === null && (
              <Button
                variant="default"
                onClick={() => {
                  setCopying(true);
                }}
              >
                复制到年级专业
              </Button>
            )}
            {mayCopy && gradeMajorId !== null && (
              <Button
                variant="default"
                onClick={() => {
                  setCopying(true);
                }}
              >
                复制到其他年级专业
              </Button>
            )}
          </>
        }
      >
        <Figure lead value={totalCredit ?? NOTHING} label={gradeMajorId === null ? '最低总学分' : '总学分'} />
        <Figure value={creditText(sums.arranged)} label="各模块合计" />
        <Figure
          value={left === null ? NOTHING : creditText(left)}
          label={left !== null && left < 0 ? '超出' : '未分配'}
          {...(left !== null && left < 0 ? { tone: 'red' as const } : left === 0 ? { tone: 'green' as const } : {})}
        />
      </Headline>
      {gradeMajorId !== null && view === 'classes' ? (
        <MajorClasses gradeMajorId={gradeMajorId} />
      ) : (
        <Card
          grow
          flush
          title={gradeMajorId === null ? `${tree.schemeVersionName}的模板` : tree.gradeMajorName}
          note={gradeMajorId === null ? '年级专业的学分要求从它开始' : `按${tree.schemeVersionName}`}
        >
          {fixed !== '' && <div className={classes['fixed']}>{fixed}</div>}
          <Toolbar
            right={
              <Link
                to={resourcePath('schemeSystem')}
                search={gradeMajorId === null ? { schemeVersionId } : { gradeMajorId }}
              >
                列表、导入与导出
              </Link>
            }
          >
            {editable && (
              <>
                <Button
                  disabled={unsaved === 0 || sums.problems.length > 0}
                  loading={save.isPending}
                  onClick={() => {
                    save.mutate({ schemeVersionId, gradeMajorId, lines: changedLines(nodes, changes) });
                  }}
                >
                  保存
                </Button>
                <Button
                  variant="default"
                  disabled={unsaved === 0 || save.isPending}
                  onClick={() => {
                    set({});
                  }}
                >
                  放弃修改
                </Button>
                <span className={classes['count']} role="status">
                  {unsaved > 0 && `${String(unsaved)} 行未保存`}
                </span>
              </>
            )}
          </Toolbar>
          {nodes.length === 0 ? (
            <EmptyState reason="这个版本还没有课程模块" />
          ) : (
            <CreditTable
              tree={tree}
              changes={changes}
              sums={sums}
              editable={editable}
              onChange={(nodeId, field, value) => {
                set(changed(nodes, changes, nodeId, field, value));
              }}
            />
          )}
          {sums.problems.length > 0 && (
            <ul className={classes['problems']} role="alert">
              {sums.problems.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </Card>
      )}
      {copying && (
        <CopySystemDialog
          schemeVersionId={schemeVersionId}
          from={gradeMajorId}
          name={gradeMajorId === null ? tree.schemeVersionName : tree.gradeMajorName}
          onClose={() => {
            setCopying(false);
          }}
        />
      )}
    </>
  );
}
