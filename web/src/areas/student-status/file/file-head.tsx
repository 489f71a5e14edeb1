import { Badge } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { StudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from './student-file.module.css';

/** Who it is: photo, name, number, status, class and labels. */
export function FileHead({ file, scores }: { file: StudentFile; scores: boolean }) {
  const { student, labels } = file;
  const mayScores = useMay('scoreQuery:query');
  return (
    <Card>
      <div className={classes['head']}>
        <span className={classes['photo']} aria-hidden>
          <IconUser size={40} stroke={1.25} />
        </span>
        <div className={classes['who']}>
          <div className={classes['name']}>
            <strong>{student.studentName}</strong>
            <span>{student.studentNumber}</span>
            <StatusTag tone={student.inSchool ? 'green' : 'grey'} icon={null}>
              {student.statusName}
            </StatusTag>
            {student.since !== null && <span className={classes['second']}>自 {student.since}</span>}
          </div>
          <div className={classes['second']}>
            {[student.sexName, student.departmentName, student.gradeMajorName, student.administrativeClassName]
              .filter((text) => text !== '')
              .join(' · ')}
          </div>
          <div className={classes['labels']}>
            {labels.map(({ labelId, labelName, colour }) => (
              <Badge key={labelId} variant="light" color={colour || 'gray'} size="sm">
                {labelName}
              </Badge>
            ))}
          </div>
        </div>
        {scores && mayScores && (
          <Link
            className={classes['link']}
            to={modulePath('scoreManage', 'scoreQuery')}
            search={{ studentCode: student.studentCode }}
          >
            查看成绩
          </Link>
        )}
      </div>
    </Card>
  );
}
