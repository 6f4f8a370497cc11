import { runShard } from './run-shard.ts';

runShard(3, 4);
