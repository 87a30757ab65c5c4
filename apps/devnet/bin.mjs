#!/usr/bin/env node
// Stands here before the first build, so that installing can link it.
import './dist/bin.js';
