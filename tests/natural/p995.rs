#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod life {
        /// Diffusion on a grid with walls drawn as text.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Cell {
            Free,
            Wall,
            Source,
        }

        impl TryFrom<char> for Cell {
            type Error = String;
            fn try_from(c: char) -> Result<Self, String> {
                match c {
                    '.' => Ok(Cell::Free),
                    '#' => Ok(Cell::Wall),
                    'S' => Ok(Cell::Source),
                    _ => Err(format!("bad cell {c:?}")),
                }
            }
        }

        struct Grid {
            width: usize,
            height: usize,
            cells: Vec<Cell>,
            heat: Vec<f64>,
        }

        impl Grid {
            fn parse(text: &str, heat: f64) -> Result<Grid, String> {
                let rows: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
                let width = rows.first().ok_or("empty")?.len();
                let cells = rows
                    .iter()
                    .flat_map(|row| row.chars())
                    .map(Cell::try_from)
                    .collect::<Result<Vec<_>, _>>()?;
                let heat = cells.iter().map(|c| if *c == Cell::Source { heat } else { 0.0 }).collect();
                Ok(Grid { width, height: rows.len(), cells, heat })
            }

            fn neighbours(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
                let (x, y) = ((i % self.width) as i32, (i / self.width) as i32);
                [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().filter_map(move |(dx, dy)| {
                    let (x, y) = (x + dx, y + dy);
                    let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
                    let j = inside.then(|| y as usize * self.width + x as usize)?;
                    (self.cells[j] != Cell::Wall).then_some(j)
                })
            }

            fn step(&mut self, k: f64) {
                let old = self.heat.clone();
                for i in 0..old.len() {
                    if self.cells[i] != Cell::Free {
                        continue;
                    }
                    let flow: f64 = self.neighbours(i).map(|j| old[j] - old[i]).sum();
                    self.heat[i] = old[i] + k * flow;
                }
            }
        }

        pub fn heat_at(map: &str, at: usize, source: f64, k: f64) -> f64 {
            let mut grid = match Grid::parse(map, source) {
                Ok(grid) => grid,
                Err(_) => return 0.0,
            };
            for _ in 0..6 {
                grid.step(k);
            }
            grid.heat[at]
        }
    }
    pub use life::*;
}

fn main() {
    let map = "S..#\n.#..\n....";
    ad::testing::check_function(&exp::HeatAt { map, at: 7 }, |x| plain::heat_at(map, 7, x.0, x.1), &(10.0, 0.2)).unwrap();
}
