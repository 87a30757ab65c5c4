// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDepository} from "../src/interfaces/IDepository.sol";
import {Filler} from "../src/Filler.sol";
import {Call} from "../src/interfaces/ICallRunner.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {vm} from "./support/Vm.sol";

/// @notice Returns as much as it is told, when it is called or sent native currency.
contract ReturnBomb {
    uint256 private immutable LENGTH;
    bool private immutable REVERTS;

    constructor(uint256 length, bool reverts) {
        LENGTH = length;
        REVERTS = reverts;
    }

    fallback() external payable {
        uint256 length = LENGTH;
        if (REVERTS) {
            assembly ("memory-safe") {
                revert(0, length)
            }
        }
        assembly ("memory-safe") {
            return(0, length)
        }
    }
}

/// @notice Swallows the failure of what it calls, as many aggregators do, and needs a lot of gas to succeed.
contract Swallower {
    uint256 public sold;

    function sell() external payable {
        try this.work() {
            sold += 1;
        } catch {}
    }

    function work() external {
        for (uint256 i = 0; i < 100; ++i) {
            assembly ("memory-safe") {
                tstore(i, add(tload(i), 1))
            }
        }
        require(gasleft() > 100_000);
    }
}

/// @notice Signs whatever it is asked, and says so at length.
contract LoudSigner {
    uint256 private immutable LENGTH;

    constructor(uint256 length) {
        LENGTH = length;
    }

    fallback() external {
        uint256 length = LENGTH;
        assembly ("memory-safe") {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            return(0, length)
        }
    }
}

/// @notice What others can do to a caller who did nothing wrong: gas, return data, ether that nobody asked for, forks, edges.
contract GriefingTest is DepositoryFixture {
    uint256 private constant MEGABYTE = 1 << 20;

    Filler private filler;

    function setUp() public override {
        super.setUp();
        filler = new Filler(address(depository));
    }

    function test_M9_ARecipientsReturnDataIsNotCopied() public {
        address bomb = address(new ReturnBomb(MEGABYTE, false));
        vm.prank(user);
        filler.fillNative{value: 1}(ID, bomb);
        (, uint64 quiet,,,) = vm.lastCallGas();
        // A megabyte of memory costs the recipient 2.2 million gas once; a copy would cost the caller as much again.
        vm.assertLe(quiet, 2_400_000);
        vm.assertEq(bomb.balance, 1);
    }

    function test_M9_ARefusalIsNotCopied() public {
        address bomb = address(new ReturnBomb(MEGABYTE, true));
        vm.prank(user);
        (bool success, bytes memory reason) =
            address(filler).call{value: 1}(abi.encodeCall(filler.fillNative, (ID, bomb)));
        vm.assertFalse(success);
        vm.assertLe(reason.length, 100);
        depositNative(ID, 5);
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 5, 1);
        withdrawal.to = bomb;
        bytes memory signature = sign(withdrawal);
        (success, reason) = address(depository).call(abi.encodeCall(depository.withdraw, (withdrawal, signature)));
        vm.assertFalse(success);
        vm.assertLe(reason.length, 100);
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), 5);
    }

    function test_M9_ACallsReturnDataIsCutShort() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(new ReturnBomb(MEGABYTE, true)), 0, hex"12345678");
        vm.prank(user);
        (bool success, bytes memory reason) =
            address(filler).call{value: 1}(abi.encodeCall(filler.fillWithCalls, (ID, NATIVE, 1, calls, recipient)));
        vm.assertFalse(success);
        vm.assertLe(reason.length, 512);
    }

    function test_M9_AnAllocatorsReturnDataDecidesByItsFirstWordAlone() public {
        address loud = address(new LoudSigner(MEGABYTE));
        vm.prank(owner);
        depository.proposeAllocator(loud);
        vm.warp(START + 2 days);
        vm.prank(owner);
        depository.applyAllocator();
        deposit(ID, 7);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 7, 1);
        depository.withdraw(withdrawal, "");
        (, uint64 used,,,) = vm.lastCallGas();
        vm.assertLe(used, 2_600_000);
        vm.assertEq(token.balanceOf(recipient), 7);
    }

    /// @dev 63/64: whoever gives too little gas gets a revert of everything, never a fill whose payment failed.
    function testFuzz_N7_TooLittleGasFillsNothing(uint256 gasGiven) public {
        gasGiven = gasGiven % 300_000;
        address to = address(new ReturnBomb(0, false));
        vm.prank(user);
        (bool success,) = address(filler).call{value: 9, gas: gasGiven}(abi.encodeCall(filler.fillNative, (ID, to)));
        vm.assertEq(to.balance, success ? 9 : 0);
        vm.assertTrue(filler.isFilled(user, ID) == success);
        vm.assertEq(address(filler).balance, 0);
    }

    /// @dev A target that swallows failures can be starved by its caller; the solver is the only caller there is.
    function testFuzz_N7_TooLittleGasForACallMovesNothing(uint256 gasGiven) public {
        gasGiven = gasGiven % 500_000;
        Swallower target = new Swallower();
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(target), 3, abi.encodeCall(target.sell, ()));
        bytes memory data = abi.encodeCall(filler.fillWithCalls, (ID, NATIVE, 9, calls, recipient));
        vm.prank(user);
        (bool success,) = address(filler).call{value: 9, gas: gasGiven}(data);
        vm.assertTrue(filler.isFilled(user, ID) == success);
        vm.assertEq(address(target).balance, success ? 3 : 0);
        vm.assertEq(recipient.balance, success ? 6 : 0);
        // A stranger cannot use up the solver's order by starving its call: the guard is the sender's own.
        vm.deal(stranger, 9);
        vm.prank(stranger);
        (bool strange,) = address(filler).call{value: 9, gas: gasGiven}(data);
        vm.assertTrue(strange == filler.isFilled(stranger, ID));
        vm.assertTrue(filler.isFilled(user, ID) == success);
    }

    function testFuzz_P11_TooLittleGasReleasesNothing(uint256 gasGiven) public {
        gasGiven = gasGiven % 400_000;
        depositNative(ID, 5);
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 5, 1);
        bytes memory data = abi.encodeCall(depository.withdraw, (withdrawal, sign(withdrawal)));
        vm.prank(stranger);
        (bool success,) = address(depository).call{gas: gasGiven}(data);
        vm.assertTrue(depository.isNonceUsed(1) == success);
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), success ? 0 : 5);
        vm.assertEq(recipient.balance, success ? 5 : 0);
        if (success) return;
        execute(withdrawal);
        vm.assertEq(recipient.balance, 5);
    }

    function test_D14_EtherThatIsForcedInIsSurplusAndNobodysCredit() public {
        depositNative(ID, 5);
        // What selfdestruct and block rewards do: no code of the contract runs.
        vm.deal(address(depository), 8);
        vm.assertEq(address(depository).balance, 8);
        vm.assertEq(depository.totalEscrow(NATIVE), 5);
        vm.assertEq(depository.surplusOf(NATIVE), 3);
        expectRefusal(
            single(NATIVE, ID, user, 6, 1),
            abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 5, 6)
        );
        execute(single(NATIVE, ID, user, 5, 2));
        vm.assertEq(depository.surplusOf(NATIVE), 3);
        execute(single(NATIVE, 0, address(0), 3, 3));
        vm.assertEq(address(depository).balance, 0);
    }

    function test_D14_EtherThatIsForcedIntoTheFillerPaysNobody() public {
        vm.deal(address(filler), 3);
        vm.expectRevert();
        vm.prank(user);
        filler.fillNative(ID, recipient);
        vm.prank(user);
        filler.fillNative{value: 2}(ID, recipient);
        vm.assertEq(recipient.balance, 2);
        vm.assertEq(address(filler).balance, 3);
    }

    function test_E6_AForkThatChangesItsChainIdTakesNoOldSignature() public {
        depositNative(ID, 5);
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 5, 1);
        bytes memory old = sign(withdrawal);
        bytes32 digest = depository.hashWithdrawal(withdrawal);
        vm.chainId(31_338);
        vm.assertTrue(depository.hashWithdrawal(withdrawal) != digest);
        expectRefusal(withdrawal, old, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        execute(withdrawal);
        vm.assertEq(recipient.balance, 5);
    }

    function test_P5_OnlyTheCanonicalEncodingIsASignature() public {
        depositNative(ID, 5);
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 5, 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ALLOCATOR_KEY, depository.hashWithdrawal(withdrawal));
        bytes32 compact = bytes32(uint256(s) | (uint256(v - 27) << 255));
        bytes[7] memory refused = [
            abi.encodePacked(r, s, v - 27),
            abi.encodePacked(r, s, v + 4),
            abi.encodePacked(r, s, uint8(0)),
            abi.encodePacked(r, s, v, uint8(0)),
            abi.encodePacked(r, compact),
            abi.encodePacked(bytes32(0), bytes32(0), v),
            bytes("")
        ];
        for (uint256 i = 0; i < refused.length; ++i) {
            expectRefusal(withdrawal, refused[i], abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        }
        depository.withdraw(withdrawal, abi.encodePacked(r, s, v));
        expectRefusal(
            withdrawal, abi.encodePacked(r, s, v), abi.encodeWithSelector(IDepository.NonceUsed.selector, uint256(1))
        );
    }

    /// @dev Neighbours within a word of the bitmap, at its edges, and the largest number.
    function test_ANonceUsesUpNoOther() public {
        uint256[7] memory nonces = [uint256(0), 1, 255, 256, 257, 1 << 255, type(uint256).max];
        depositNative(ID, nonces.length);
        for (uint256 i = 0; i < nonces.length; ++i) {
            for (uint256 j = 0; j < nonces.length; ++j) {
                vm.assertTrue(depository.isNonceUsed(nonces[j]) == (j < i));
            }
            execute(single(NATIVE, ID, user, 1, nonces[i]));
        }
        expectRefusal(
            single(NATIVE, ID, user, 1, type(uint256).max),
            abi.encodeWithSelector(IDepository.NonceUsed.selector, type(uint256).max)
        );
    }

    /// @dev FI9 in the very second in which both may: whoever comes first takes it, the other gets nothing.
    function testFuzz_FI9_AReclaimAndAWithdrawalInOneSecond(bool reclaimsFirst) public {
        depositNative(ID, 5);
        depositNative(OTHER_ID, 5);
        vm.prank(user);
        depository.requestReclaim(ID, NATIVE);
        vm.warp(START + DELAY);
        uint256 before = user.balance;
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 5, 1);
        if (reclaimsFirst) {
            vm.prank(user);
            depository.reclaim(ID, NATIVE);
            expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 0, 5));
        } else {
            execute(withdrawal);
            vm.expectRevert(IDepository.NothingHeld.selector);
            vm.prank(user);
            depository.reclaim(ID, NATIVE);
        }
        vm.assertEq(user.balance - before, reclaimsFirst ? 5 : 0);
        vm.assertEq(recipient.balance, reclaimsFirst ? 0 : 5);
        vm.assertEq(address(depository).balance, 5);
    }

    function test_ABucketHoldsTheLargestAmountsWithoutOverflow() public {
        uint208 largest = type(uint208).max - 1;
        vm.prank(owner);
        depository.proposeLimit(NATIVE, IDepository.Limit(largest, type(uint48).max));
        vm.warp(START + 2 days);
        vm.prank(owner);
        depository.applyLimit(NATIVE);
        vm.deal(user, type(uint256).max);
        depositNative(ID, largest);
        depositNative(OTHER_ID, 10);
        vm.warp(START + 2 days + 365 days);
        vm.assertEq(depository.availableOf(NATIVE), largest);
        execute(single(NATIVE, ID, user, largest, 1));
        vm.assertEq(depository.availableOf(NATIVE), 0);
        expectRefusal(
            single(NATIVE, OTHER_ID, user, 10, 2),
            abi.encodeWithSelector(IDepository.LimitExceeded.selector, NATIVE, 0, 10)
        );
    }

    function test_AnEscrowNeverWrapsAround() public {
        vm.deal(user, type(uint256).max);
        depositNative(ID, type(uint208).max);
        vm.expectRevert();
        depositNative(ID, 1);
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), type(uint208).max);
        vm.assertEq(depository.totalEscrow(NATIVE), type(uint208).max);
    }
}
