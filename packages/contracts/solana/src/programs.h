/* Addresses of the programs and accounts of the chain itself. */
#pragma once
#include "abi.h"

/* 11111111111111111111111111111111 */
static const Address SYSTEM_PROGRAM = {{0, 0, 0, 0}};
/* TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA */
static const Address TOKEN_PROGRAM = {{0x93a165d7e1f6dd06, 0xac79ebce46e1cbd9, 0x91375b5fed85b41c, 0xa900ff7e85f58c3a}};
/* TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb */
static const Address TOKEN_2022_PROGRAM = {{0xde8f75eee1f6dd06, 0xdacd6ce4bc5d4218, 0x270db9834dfc1ab6, 0xfc8ba1d828f9bdfe}};
/* ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL */
static const Address ASSOCIATED_TOKEN_PROGRAM = {{0xf189244e8f25978c, 0x830d8e1429103dbb, 0x8410ffda99135a0b, 0x59f8e9dbd87b8e04}};
/* Ed25519SigVerify111111111111111111111111111 */
static const Address ED25519_PROGRAM = {{0xbefb937cd6467d03, 0xff408d838f42f912, 0x648af42749747005, 0x000000804470cafc}};
/* BPFLoaderUpgradeab1e11111111111111111111111 */
static const Address UPGRADEABLE_LOADER = {{0xb0a1884e91f6a802, 0x2bae63f73e1510e2, 0xd224c1163db9c200, 0x00008004107a53c0}};
/* Sysvar1nstructions1111111111111111111111111 */
static const Address INSTRUCTIONS_SYSVAR = {{0x66d17b1817d5a706, 0xc0c2fd5504d4da35, 0xa57556218fc624c1, 0x000000085fcbbadb}};
