import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { noticeReadList, type noticeReaderSorts } from '@jwxt/contracts/notice/publishing.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Toolbar } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

const PAGE_SIZE = 10;

/** Who of the audience has read a notice, and who has not. */
export function ReadersDialog({
  noticeId,
  noticeName,
  onClose,
}: {
  noticeId: string;
  noticeName: string;
  onClose: () => void;
}) {
  const [type, setType] = useState<'' | YesNo>('');
  const [pageNo, setPageNo] = useState(1);
  const [sort, setSort] = useState<SortText<(typeof noticeReaderSorts)[number]>>();
  const query = useOperation(noticeReadList, { noticeId, pageNo, pageSize: PAGE_SIZE, type, sort });
  const { readNum = 0, totalNum = 0 } = query.data ?? {};
  return (
    <Dialog opened onClose={onClose} width={760} title={`阅读情况 · ${noticeName}`} flush height={560}>
      <Toolbar right={`已读 ${String(readNum)} / ${String(totalNum)} 人`}>
        <SegmentedControl
          size="xs"
          aria-label="阅读状态"
          value={type}
          onChange={(value) => {
            setType(value);
            setPageNo(1);
          }}
          data={[
            { value: '' as const, label: '全部' },
            { value: yesNo.yes, label: `已读 ${String(readNum)}` },
            { value: yesNo.no, label: `未读 ${String(totalNum - readNum)}` },
          ]}
        />
      </Toolbar>
      <DataTable
        label="阅读情况"
        rows={query.data?.rows}
        query={query}
        rowKey={(row) => row.userName}
        numberFrom={(pageNo - 1) * PAGE_SIZE + 1}
        empty={{ title: '没有符合条件的人员' }}
        columns={[
          {
            key: 'name',
            sort: 'name',
            title: '姓名',
            width: 120,
            align: 'left',
            render: (row) => row.name,
            ellipsis: true,
          },
          {
            key: 'userName',
            sort: 'userName',
            title: '账号',
            width: 130,
            align: 'center',
            render: (row) => row.userName,
          },
          {
            key: 'department',
            sort: 'departmentName',
            title: '单位',
            width: 'auto',
            align: 'left',
            render: (row) => row.departmentName,
            ellipsis: true,
          },
          {
            key: 'read',
            sort: 'read',
            title: '状态',
            width: 90,
            align: 'center',
            render: (row) =>
              row.read === yesNo.yes ? (
                <StatusTag tone="green">已读</StatusTag>
              ) : (
                <StatusTag tone="grey" icon={null}>
                  未读
                </StatusTag>
              ),
          },
          {
            key: 'time',
            sort: 'readTime',
            title: '阅读时间',
            width: 168,
            align: 'center',
            render: (row) => row.readTime,
          },
        ]}
        sorting={sortingOf({ sort }, (change) => {
          setSort(change.sort);
          setPageNo(change.pageNo);
        })}
        paging={{ pageNo, pageSize: PAGE_SIZE, total: query.data?.total ?? 0, onPage: setPageNo }}
      />
    </Dialog>
  );
}
