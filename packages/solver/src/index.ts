export { createSolver, type Solver } from './createSolver.js';
export { defaultPolicy, solverFailpoints, type SolverOptions, type SolverPolicy } from './context.js';
