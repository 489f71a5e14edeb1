/** Buildings and rooms of the demo university: twenty rooms a building, on both campuses. */

export const buildings = [
  { jxlh: 'J1', ywbm: 'J1', jxlmc: '第一教学楼', xqdm: '1', lcs: 5 },
  { jxlh: 'J2', ywbm: 'J2', jxlmc: '综合实验楼', xqdm: '1', lcs: 5 },
  { jxlh: 'J3', ywbm: 'J3', jxlmc: '东山教学楼', xqdm: '2', lcs: 5 },
];

const floors = 5;
const roomsOnFloor = 4;
/** Type and seats of the rooms on a floor, in turn. */
const kinds = [{ jslxm: '1', zws: 120 }, { jslxm: '5', zws: 60 }, { jslxm: '8', zws: 48 }, { jslxm: '1', zws: 180 }];
const laboratories = [{ jslxm: '4', zws: 60 }, { jslxm: '3', zws: 40 }, { jslxm: '4', zws: 90 }, { jslxm: '2', zws: 48 }];

export const classrooms = buildings.flatMap(({ jxlh, xqdm }) => Array.from({ length: floors * roomsOnFloor }, (_, index) => {
  const floor = Math.floor(index / roomsOnFloor) + 1;
  const number = `${String(floor)}0${String(index % roomsOnFloor + 1)}`;
  const { jslxm, zws } = (jxlh === 'J2' ? laboratories : kinds)[index % roomsOnFloor]!;
  // Lower floors seat more.
  const seats = zws + (floors - floor) * 6;
  const short = jxlh.slice(1);
  return { jsh: `${jxlh}-${number}`, ywbm: `${jxlh}-${number}`, jsmc: `教${short}-${number}`, xqdm, jxlh, szlc: floor, jslxm, zws: seats, yxzws: seats - 4, kszws: Math.floor(seats / 2) };
}));
