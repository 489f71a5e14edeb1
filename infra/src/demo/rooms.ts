/** A teaching building of the demo university, as its row. */
export interface DemoBuilding {
  readonly jxlh: string;
  readonly ywbm: string;
  readonly jxlmc: string;
  readonly xqdm: string;
  readonly lcs: number;
}

/** A room, as its row. */
export interface DemoRoom {
  readonly jsh: string;
  readonly ywbm: string;
  readonly jsmc: string;
  readonly xqdm: string;
  readonly jxlh: string;
  readonly szlc: number;
  readonly jslxm: string;
  readonly zws: number;
  readonly yxzws: number;
  readonly kszws: number;
}

const floors = 5;
const roomsOnFloor = 4;
/** Type and seats of the rooms on a floor, in turn. */
const kinds = [
  { jslxm: '1', zws: 120 },
  { jslxm: '5', zws: 60 },
  { jslxm: '8', zws: 48 },
  { jslxm: '1', zws: 180 },
];
const laboratories = [
  { jslxm: '4', zws: 60 },
  { jslxm: '3', zws: 40 },
  { jslxm: '4', zws: 90 },
  { jslxm: '2', zws: 48 },
];
/** So many more classes a semester, and each of the two campuses gets one more building. */
const classesPerBuilding = 400;

/** Buildings for so many classes a semester. */
export function buildingsFor(classes: number): DemoBuilding[] {
  const more = Array.from({ length: Math.floor(classes / classesPerBuilding) * 2 }, (_, index) => ({
    number: index + 4,
    xqdm: index % 2 === 0 ? '1' : '2',
  }));
  const building = (number: number, jxlmc: string, xqdm: string): DemoBuilding => ({
    jxlh: `J${String(number)}`,
    ywbm: `J${String(number)}`,
    jxlmc,
    xqdm,
    lcs: floors,
  });
  return [
    building(1, '第一教学楼', '1'),
    building(2, '综合实验楼', '1'),
    building(3, '东山教学楼', '2'),
    ...more.map(({ number, xqdm }) => building(number, `${String(number)}号教学楼`, xqdm)),
  ];
}

/** The rooms of buildings, twenty in each. */
export function roomsIn(buildings: readonly DemoBuilding[]): DemoRoom[] {
  return buildings.flatMap(({ jxlh, xqdm }) =>
    Array.from({ length: floors * roomsOnFloor }, (_, index) => {
      const floor = Math.floor(index / roomsOnFloor) + 1;
      const number = `${String(floor)}0${String((index % roomsOnFloor) + 1)}`;
      const { jslxm, zws } = (jxlh === 'J2' ? laboratories : kinds)[index % roomsOnFloor]!;
      // Lower floors seat more.
      const seats = zws + (floors - floor) * 6;
      const short = jxlh.slice(1);
      return {
        jsh: `${jxlh}-${number}`,
        ywbm: `${jxlh}-${number}`,
        jsmc: `教${short}-${number}`,
        xqdm,
        jxlh,
        szlc: floor,
        jslxm,
        zws: seats,
        yxzws: seats - 4,
        kszws: Math.floor(seats / 2),
      };
    }),
  );
}

/** A meeting of a class that has to be placed. */
export interface Unplaced {
  readonly gh: string;
  readonly xqdm: string;
  readonly headCount: number;
}
/** When and where: weekday 1–5, period such as `3-4`. */
export interface Placed {
  readonly weekday: number;
  readonly period: string;
  readonly room: DemoRoom;
}

const periods = ['1-2', '3-4', '5-6', '7-8', '9-10'];
const slots = periods.flatMap((period) => [1, 2, 3, 4, 5].map((weekday) => ({ weekday, period })));

/**
 * Places one meeting of each class: no teacher and no room has two at once, and the room is the smallest of the campus
 * that seats the class.
 */
export function placeMeetings(meetings: readonly Unplaced[], rooms: readonly DemoRoom[]): Placed[] {
  const bySeats = rooms.toSorted((a, b) => a.yxzws - b.yxzws);
  const taken = new Set<string>();
  return meetings.map(({ gh, xqdm, headCount }, index) => {
    for (let turn = 0; turn < slots.length; turn += 1) {
      const place = (index + turn) % slots.length;
      const free = (what: string): boolean => !taken.has(`${String(place)} ${what}`);
      const room = free(gh)
        ? bySeats.find((one) => one.xqdm === xqdm && one.yxzws >= headCount && free(one.jsh))
        : undefined;
      if (room === undefined) continue;
      taken.add(`${String(place)} ${gh}`).add(`${String(place)} ${room.jsh}`);
      return { ...slots[place]!, room };
    }
    throw new Error(`the demo university has no room for ${String(headCount)} students on campus ${xqdm}`);
  });
}
