import { isProcess, processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import {
  processDetail,
  processDraftSave,
  queryProcesses,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreRemarks } from '@jwxt/contracts/score/score.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { FactList } from '../../../ui/page.tsx';
import { ProcessDraftForm } from './process-draft-form.tsx';
import { processWords, nodeWords, type Names } from './process-words.model.ts';
import classes from './process.module.css';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

type Detail = OutputOf<typeof processDetail>;

const remarks = new Map(Object.entries(scoreRemarks).map(([code, { name }]) => [code, name]));

/** One process: its draft to be edited, and its versions to be read and copied. */
export function ProcessDialog({ processNo, onClose }: { processNo: string | null; onClose: () => void }) {
  return (
    <Dialog
      opened={processNo !== null}
      onClose={onClose}
      width={1040}
      title={processNo !== null && isProcess(processNo) ? `${processNames[processNo]}（${processNo}）` : '审批流程'}
      flush
    >
      {processNo !== null && <Opened processNo={processNo} onClose={onClose} />}
    </Dialog>
  );
}

function Opened({ processNo, onClose }: { processNo: string; onClose: () => void }) {
  const query = useOperation(processDetail, { processNo }, { staleTime: 0, keepPrevious: false });
  return <QueryFaces query={query}>{(detail) => <Versions detail={detail} onClose={onClose} />}</QueryFaces>;
}

const DRAFT = 'draft';

function Versions({ detail, onClose }: { detail: Detail; onClose: () => void }) {
  const { processNo, versions, draft, roles, defaultLimitDays } = detail;
  const mayUpdate = useMay('processSetting:update');
  const [picked, setPicked] = useState<string | null>(null);
  const current = versions.find(({ publishStatus }) => publishStatus === yesNo.yes);
  const shown = picked ?? (draft ? DRAFT : String(current?.version ?? versions[0]?.version ?? ''));
  const version = versions.find((one) => String(one.version) === shown);
  const names: Names = useMemo(
    () => ({ roles: new Map(roles.map(({ jsbh, jsmc }) => [jsbh, jsmc])), remarks, defaultLimitDays }),
    [roles, defaultLimitDays],
  );
  const save = useOperationMutation(processDraftSave, {
    invalidates: [processDetail.id, queryProcesses.id],
    success: '已复制为草稿，发布后才起作用',
    onSuccess: () => {
      setPicked(DRAFT);
    },
  });
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label="版本"
          value={draft === null && shown === DRAFT ? '' : shown}
          onChange={setPicked}
          data={[
            ...(draft ? [{ value: DRAFT, label: '草稿' }] : []),
            ...versions.map((one) => ({
              value: String(one.version),
              label: `版本 ${String(one.version)}${one === current ? '（已发布）' : ''}`,
            })),
          ]}
        />
        {version && (
          <span className={classes['hint']}>
            {version.publishedBy} {version.publishedAt} 发布
            {version.running > 0 && `，${String(version.running)} 份申请正按此版本审批`}
          </span>
        )}
        {version && mayUpdate && !draft && (
          <Button
            variant="light"
            leftSection={<IconCopy size={16} />}
            loading={save.isPending}
            onClick={() => {
              save.mutate({ revision: 0, definition: version.definition });
            }}
          >
            复制为草稿
          </Button>
        )}
      </div>
      {version ? (
        <ReadDefinition definition={version.definition} names={names} />
      ) : (
        draft && (
          <ProcessDraftForm
            key={draft.revision}
            processNo={processNo}
            draft={draft}
            current={current?.definition ?? null}
            roles={roles}
            names={names}
            readOnly={!mayUpdate}
            onGone={() => {
              setPicked(null);
            }}
            onPublished={onClose}
          />
        )
      )}
    </>
  );
}

/** A definition to be read. */
export function ReadDefinition({ definition, names }: { definition: ProcessDefinition; names: Names }) {
  return (
    <div className={classes['body']}>
      <FactList items={processWords(definition, names)} columns={4} />
      {definition.nodes.map((node, index) => (
        <section key={node.processNodeId} className={classes['node']} aria-label={node.processNodeName}>
          <header className={classes['nodeHead']}>
            <span className={classes['order']}>{index + 1}</span>
            <h3 className={classes['nodeName']}>{node.processNodeName}</h3>
            <span className={classes['nodeId']}>{node.processNodeId}</span>
          </header>
          <FactList items={nodeWords(node, definition, names).slice(1)} columns={2} />
        </section>
      ))}
    </div>
  );
}
