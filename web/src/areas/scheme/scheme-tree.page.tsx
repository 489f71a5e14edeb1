import { DndContext, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  addDefaultModules,
  getModuleAndCategory,
  moveClassify,
  moveModule,
  queryAllVersions,
  type ModuleRow,
} from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { schemeClassify, schemeModule } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ResourceFormDialog } from '../../resource/resource-form.dialog.tsx';
import { useResourceRemoval } from '../../resource/use-resource-removal.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ClassifyTable } from './classify-table.tsx';
import { dropped, stepped, type Place } from './module-tree.model.ts';
import { ModuleTree, type ModuleAction } from './module-tree.tsx';
import classes from './scheme.module.css';
import { firstOf, VersionSelect } from './version-select.tsx';

const text = z.string().catch('').default('');
const schema = z.object({ schemeVersionId: text, moduleId: text });
const invalidates = ['schemeVersion.', 'schemeModule.', 'schemeClassify.', 'schemeSystem.'];
type Tree = OutputOf<typeof getModuleAndCategory>;

/** 模块与分类 (SCHEME-09): modules of a version on the left, the classes of courses of the chosen one on the right. */
export function SchemeTreePage() {
  const [state, setState] = usePageState(schema);
  const versions = useOperation(queryAllVersions, { all: '1' });
  const schemeVersionId = state.schemeVersionId || firstOf(versions.data?.list ?? []);
  const tree = useOperation(
    getModuleAndCategory,
    { schemeVersionId },
    { enabled: schemeVersionId !== '', keepPrevious: false },
  );
  return (
    <Page title="模块与分类">
      {versions.data?.list.length === 0 ? (
        <Card grow>
          <EmptyState
            reason="还没有方案版本"
            action={
              <Button component={Link} to={resourcePath('schemeVersion')}>
                建立方案版本
              </Button>
            }
          />
        </Card>
      ) : (
        <QueryFaces query={versions}>
          {() => (
            <QueryFaces query={tree}>
              {(found) => (
                <Arranged
                  key={schemeVersionId}
                  tree={found}
                  moduleId={state.moduleId}
                  onVersion={(chosen) => {
                    setState({ schemeVersionId: chosen ?? '', moduleId: '' });
                  }}
                  onModule={(moduleId) => {
                    setState({ schemeVersionId, moduleId });
                  }}
                  refetch={() => {
                    void tree.refetch();
                  }}
                />
              )}
            </QueryFaces>
          )}
        </QueryFaces>
      )}
    </Page>
  );
}

function Arranged({
  tree,
  moduleId,
  onVersion,
  onModule,
  refetch,
}: {
  tree: Tree;
  moduleId: string;
  onVersion: (schemeVersionId: string | null) => void;
  onModule: (moduleId: string) => void;
  refetch: () => void;
}) {
  const { schemeVersionId, modules, fixed } = tree;
  const may = useMayCheck();
  const editable = fixed === '' && may('schemeModule:update') && may('schemeClassify:update');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const ended = {
    invalidates,
    onError: (error: Parameters<typeof notify.failure>[0]) => {
      notify.failure(error, '移动失败');
      refetch();
    },
  };
  const moveOne = useOperationMutation(moveModule, ended);
  const moveClass = useOperationMutation(moveClassify, ended);
  const defaults = useOperationMutation(addDefaultModules, { invalidates, success: '已载入默认模块，可以按需要修改' });
  const modulesGone = useResourceRemoval(schemeModule, refetch);
  const classesGone = useResourceRemoval(schemeClassify, refetch);
  const [editing, setEditing] = useState<{ resource: Resource; known: WireRow | null; from?: WireRow } | null>(null);
  const busy = moveOne.isPending || moveClass.isPending || modulesGone.isPending || classesGone.isPending;
  const current = modules.find((each) => each.moduleId === moduleId) ?? modules.find(hasClasses) ?? modules[0];
  const put = (id: string, place: Place | null) => {
    if (place) moveOne.mutate({ moduleId: id, ...place });
  };
  const edit = (resource: Resource, key: string) => {
    call(resource.operations.detail, { key }).then(
      (known) => {
        setEditing({ resource, known });
      },
      (error: unknown) => {
        notify.failure(error, '查询失败');
      },
    );
  };
  const addModule = (parent: ModuleRow | null) => {
    const siblings = modules.filter(({ parentModuleId }) => parentModuleId === (parent?.moduleId ?? null));
    setEditing({
      resource: schemeModule,
      known: null,
      from: { schemeVersionId, parentModuleId: parent?.moduleId ?? null, sortNum: siblings.length + 1 },
    });
  };
  const act = (module: ModuleRow, action: ModuleAction) => {
    if (action === 'rename') edit(schemeModule, module.moduleId);
    else if (action === 'add') addModule(module);
    else if (action === 'remove') void modulesGone.remove({ ...module });
    else put(module.moduleId, stepped(modules, module.moduleId, action));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={({ active, over }) => {
        if (!over) return;
        const [kind, id = ''] = String(active.id).split(/:(.*)/s);
        const target = String(over.id);
        if (kind === 'module') put(id, dropped(modules, id, target));
        else if (target.startsWith('inside:'))
          moveClass.mutate({ classifyId: id, moduleId: target.slice('inside:'.length), before: null });
      }}
    >
      <div className={classes['columns']}>
        <div className={classes['side']}>
          <Card grow flush>
            <div className={classes['pick']}>
              <VersionSelect id="tree-version" all value={schemeVersionId} onChange={onVersion} />
            </div>
            {fixed !== '' && <div className={classes['fixed']}>{`${tree.publishStatusName}：${fixed}`}</div>}
            {modules.length === 0 ? (
              <EmptyState
                compact
                reason="这个版本还没有课程模块"
                action={
                  editable && (
                    <Button
                      loading={defaults.isPending}
                      onClick={() => {
                        defaults.mutate({ schemeVersionId });
                      }}
                    >
                      载入默认模块
                    </Button>
                  )
                }
              />
            ) : (
              <ModuleTree
                modules={modules}
                current={current?.moduleId ?? ''}
                editable={editable}
                busy={busy}
                onChoose={onModule}
                onAct={act}
              />
            )}
            {editable && (
              <p className={classes['hint']}>
                拖动把手，或用 Alt+方向键，调整模块的次序和级别；分类可以拖到左边的模块中。
              </p>
            )}
          </Card>
        </div>
        <div className={classes['main']}>
          <Card grow flush title={current ? current.moduleName : '课程分类'} note={wayTo(modules, current)}>
            <Toolbar
              right={
                <>
                  <Link to={resourcePath('schemeModule')} search={{ schemeVersionId }}>
                    模块列表
                  </Link>
                  <Link to={resourcePath('schemeClassify')} search={{ schemeVersionId }}>
                    分类列表
                  </Link>
                </>
              }
            >
              {editable && (
                <>
                  <Button
                    variant="light"
                    leftSection={<IconPlus size={16} />}
                    disabled={!current}
                    onClick={() => {
                      if (current)
                        setEditing({
                          resource: schemeClassify,
                          known: null,
                          from: { moduleId: current.moduleId, sortNum: current.classifies.length + 1 },
                        });
                    }}
                  >
                    新增分类
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} />}
                    onClick={() => {
                      addModule(null);
                    }}
                  >
                    新增一级模块
                  </Button>
                </>
              )}
            </Toolbar>
            {current && (
              <ClassifyTable
                module={current}
                editable={editable}
                busy={busy}
                onMove={({ classifyId }, before) => {
                  moveClass.mutate({ classifyId, moduleId: current.moduleId, before });
                }}
                onEdit={({ classifyId }) => {
                  edit(schemeClassify, classifyId);
                }}
                onRemove={(row) => void classesGone.remove({ ...row })}
              />
            )}
          </Card>
        </div>
      </div>
      {editing && (
        <ResourceFormDialog
          {...editing}
          onClose={() => {
            setEditing(null);
            refetch();
          }}
        />
      )}
    </DndContext>
  );
}

const hasClasses = ({ classifies }: ModuleRow): boolean => classifies.length > 0;

/** The modules above one, from the top. */
function wayTo(modules: readonly ModuleRow[], module: ModuleRow | undefined): string {
  const parent = modules.find(({ moduleId }) => moduleId === module?.parentModuleId);
  return parent ? [wayTo(modules, parent), parent.moduleName].filter((each) => each !== '').join(' / ') : '';
}
