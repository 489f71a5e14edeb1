import { adjustCourseDetail } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { splitContent } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Alert, Button, Checkbox, Group, UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconSpeakerphone,
  IconExternalLink,
  IconHistory,
  IconInfoCircle,
  IconUserShare,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { ApprovalContentsContext, BusinessLinksContext } from '../../lib/business-links.ts';
import { elapsedText, schoolTime } from '../../lib/format.ts';
import { parseSearch } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useMayCheck } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { DifferenceTable } from '../../pickers/difference-table.tsx';
import { textWidthOf } from '../../ui/cell-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { FactList } from '../../ui/page.tsx';
import { DecisionForm, type DecisionResults } from '../../pickers/decision-form.dialog.tsx';
import { mayStart, startWarning, type Decidable } from '../../pickers/decision-form.model.ts';
import { ApprovalContentDialog } from './approval-content.dialog.tsx';
import { Marks } from './approval-columns.tsx';
import { adjustCourseLink, businessLink } from './approval-link.ts';
import { InfoCheckDialog } from './info-check.dialog.tsx';
import { useFollowing } from './use-following.ts';
import { TransferDialog, type Transferable } from './transfer.dialog.tsx';
import { useRecall, useUrge } from './use-application-actions.ts';
import { ApprovalLogDialog } from './approval-log.dialog.tsx';
import { ApprovalProgress } from './approval-progress.tsx';
import { BusinessStatus } from './approval-status.tsx';
import classes from './approval.module.css';

/** What a fact has room for beside another; a longer one has the line to itself. */
const FACT_WIDTH = 260;

type Detail = OutputOf<typeof approvalDetail>;

export type ApprovalDetailProps = {
  /** Null: closed. */
  applyId: string | null;
  onClose: () => void;
  onDecided: (results: DecisionResults, items: readonly Decidable[]) => void;
};

/**
 * 申请详情, 1200 wide: what is decided left; right the decision, for who is asked, and the way so far; and which
 * version is being decided (APPROVAL-12…14, 25…33).
 */
export function ApprovalDetailDialog({ applyId, onClose, onDecided }: ApprovalDetailProps) {
  const query = useOperation(
    approvalDetail,
    { applyId: applyId ?? '' },
    { enabled: applyId !== null, keepPrevious: false, staleTime: 0 },
  );
  const detail = applyId === null ? undefined : query.data;
  return (
    <Dialog
      opened={applyId !== null}
      onClose={onClose}
      width={1200}
      flush
      title={
        <Group gap={12}>
          申请详情
          {detail && (
            <>
              <BusinessStatus item={detail} />
              {detail.currentNodeName !== null && <small className={classes['second']}>{detail.currentNodeName}</small>}
              <Marks item={detail} />
            </>
          )}
        </Group>
      }
      footer={
        detail ? (
          <DetailButtons detail={detail} onClose={onClose} />
        ) : (
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
        )
      }
      footerNote={
        detail && `您看到的是第 ${String(detail.round)} 版内容${mayStart(detail) ? '，审批将针对这一版' : ''}。`
      }
    >
      <QueryFaces query={query} rows={8}>
        {(data) => <DetailBody key={data.applyId} detail={data} onDecided={onDecided} />}
      </QueryFaces>
    </Dialog>
  );
}

function DetailBody({ detail, onDecided }: { detail: Detail; onDecided: ApprovalDetailProps['onDecided'] }) {
  const [log, setLog] = useState(false);
  const mayCheck = useMayCheck();
  const known = useContext(ApprovalContentsContext)[detail.processNo];
  const content = known && mayCheck(known.permission) ? known : undefined;
  const Content = content?.part;
  // Someone else's decision or a new submission may arrive while this is read: say so rather than change it silently.
  const [seen, setSeen] = useState(detail.revision);
  const differencesTitle = detail.processNo === 'CJXGSP' ? '更改前后对照' : '本次与上次提交的差异';
  return (
    <div className={classes['detail']}>
      <div className={classes['content']}>
        {seen !== detail.revision && (
          <Alert
            color="blue"
            icon={<IconInfoCircle size={18} />}
            withCloseButton
            closeButtonLabel="知道了"
            onClose={() => {
              setSeen(detail.revision);
            }}
            title="这份申请刚刚有变化"
          >
            {latestStep(detail)}以下是最新内容，请重新查看。
          </Alert>
        )}
        <header className={classes['subject']}>
          <div>
            <h3>{detail.approvalProcessName}</h3>
            {detail.title !== detail.approvalProcessName && <p className={classes['what']}>{detail.title}</p>}
            <span className={classes['second']}>
              {[detail.applicantName, detail.applicantDepartmentName].filter(Boolean).join(' · ')}　提交于{' '}
              {detail.applyTime}
            </span>
          </div>
          {detail.waitingSince !== null && (
            <div className={classes['elapsed']}>
              <span className={classes['second']}>提交至今</span>
              <Elapsed since={detail.applyTime} />
            </div>
          )}
        </header>
        <section>
          <div className={classes['sectionHead']}>
            <h4>申请内容</h4>
            <BusinessLinks detail={detail} />
          </div>
          <div className={classes['facts']}>
            <FactList
              items={splitContent(detail.applyContent).map((piece) => ({
                ...piece,
                span: textWidthOf(piece.value) > FACT_WIDTH,
              }))}
            />
          </div>
        </section>
        {Content && <Content applyId={detail.applyId} processNo={detail.processNo} />}
        {detail.existsFile === yesNo.yes && (
          <section>
            <div className={classes['sectionHead']}>
              <h4>附件</h4>
            </div>
            <AttachmentList
              businessTable={detail.businessFileTable ?? detail.businessTable}
              businessId={detail.businessId}
              mode="view"
            />
          </section>
        )}
        {detail.differences.length > 0 && content?.tellsDifferences !== true && (
          <section>
            <div className={classes['sectionHead']}>
              <h4>
                {differencesTitle}（{detail.differences.length} 处）
              </h4>
            </div>
            <DifferenceTable rows={detail.differences} label={differencesTitle} />
          </section>
        )}
      </div>
      <aside className={classes['way']}>
        <Decision detail={detail} revision={seen} onDecided={onDecided} />
        <div className={classes['sectionHead']}>
          <h4>审批进度</h4>
          <UnstyledButton
            className={classes['link']}
            onClick={() => {
              setLog(true);
            }}
          >
            <IconHistory size={15} aria-hidden />
            审批日志
          </UnstyledButton>
        </div>
        <ApprovalProgress detail={detail} />
      </aside>
      <ApprovalLogDialog
        subject={log ? detail : null}
        onClose={() => {
          setLog(false);
        }}
      />
    </div>
  );
}

/**
 * The decision, for who is asked: on what was read, so that one who decides on something else since is told so. Pressed
 * on an application that is not in approval, it says so (APPROVAL-13, APPROVAL-68).
 */
function Decision({
  detail,
  revision,
  onDecided,
}: {
  detail: Detail;
  revision: number;
  onDecided: ApprovalDetailProps['onDecided'];
}) {
  const mayDecide = useMay('system:approve');
  const [follows, setFollows] = useFollowing();
  if (!mayDecide || !mayStart(detail)) return null;
  const warning = startWarning([detail]);
  return (
    <section className={classes['decision']} aria-label="审批">
      <div className={classes['sectionHead']}>
        <h4>审批</h4>
        <Checkbox
          label="接着审下一件"
          checked={follows}
          onChange={(event) => {
            setFollows(event.currentTarget.checked);
          }}
        />
      </div>
      {warning === null ? (
        <DecisionForm items={[{ ...detail, revision }]} beside onDecided={onDecided} />
      ) : (
        <Alert color="orange">{warning}</Alert>
      )}
    </section>
  );
}

/** The way to what the application is about: a page of its own, or a dialog over this one (APPROVAL-33…46). */
function BusinessLinks({ detail }: { detail: Detail }) {
  const [open, setOpen] = useState(false);
  const ownPage = detail.factUseProcessCode !== null && detail.factUseProcessCode !== '';
  const adjustment = useOperation(
    adjustCourseDetail,
    { applyId: detail.applyId },
    { enabled: ownPage, keepPrevious: false },
  );
  const link = businessLink(detail, useMayCheck(), useContext(BusinessLinksContext));
  if (detail.detailUrl !== null) return <NamedPage address={detail.detailUrl} />;
  const page = adjustCourseLink(detail, adjustment.data) ?? (link && 'to' in link ? link : null);
  if (page)
    return (
      <Link to={page.to} className={classes['link']}>
        {page.label}
        <IconExternalLink size={15} aria-hidden />
      </Link>
    );
  if (!link || 'to' in link) return null;
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <UnstyledButton
        className={classes['link']}
        onClick={() => {
          setOpen(true);
        }}
      >
        {link.label}
      </UnstyledButton>
      {link.dialog === 'infoCheck' ? (
        <InfoCheckDialog applyId={open ? detail.applyId : null} title={link.title} width={link.width} onClose={close} />
      ) : (
        <ApprovalContentDialog detail={open ? detail : null} title={link.title} width={link.width} onClose={close} />
      )}
    </>
  );
}

/** The page that the category of the process names (SYSADMIN-09). */
function NamedPage({ address }: { address: string }) {
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  return (
    <Link to={path} search={parseSearch(search)} className={classes['link']}>
      查看详情
      <IconExternalLink size={15} aria-hidden />
    </Link>
  );
}

function Elapsed({ since }: { since: string }) {
  return <strong>{elapsedText(useNow() - schoolTime(since))}</strong>;
}

/** Who did what last, as a sentence. */
export function latestStep(detail: Pick<Detail, 'progress'>): string {
  const last = detail.progress.findLast((record) => record.processNodeExamineTime !== null);
  return last
    ? `${last.auditPersonName} 于 ${last.processNodeExamineTime ?? ''} ${last.processNodeResultName}（` +
        `${last.processNodeName}）。`
    : '';
}

function DetailButtons({ detail, onClose }: { detail: Detail; onClose: () => void }) {
  const mayDecide = useMay('system:approve');
  const recall = useRecall(onClose);
  const urge = useUrge();
  const [handing, setHanding] = useState<Transferable | null>(null);
  return (
    <>
      {detail.mayRecall && (
        <Button
          variant="outline"
          color="red"
          leftSection={<IconArrowBackUp size={16} />}
          loading={recall.isPending}
          onClick={() => {
            void recall.start(detail);
          }}
        >
          撤回申请
        </Button>
      )}
      {detail.mayUrge && !detail.mayApprove && (
        <Button
          variant="outline"
          leftSection={<IconSpeakerphone size={16} />}
          loading={urge.isPending}
          onClick={() => {
            void urge.start(detail);
          }}
        >
          催办
        </Button>
      )}
      {mayDecide && detail.mayTransfer && (
        <Button
          variant="outline"
          leftSection={<IconUserShare size={16} />}
          onClick={() => {
            setHanding(detail);
          }}
        >
          转办
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        关闭
      </Button>
      <TransferDialog
        item={handing}
        onClose={() => {
          setHanding(null);
        }}
        onDone={() => {
          setHanding(null);
          onClose();
        }}
      />
    </>
  );
}
